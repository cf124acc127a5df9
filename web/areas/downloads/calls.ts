import { type Download, listDownloads } from '@omicon/contract/areas/downloads.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshCalls, useEndpoint } from '../../base/calls/use-endpoint.ts';

/** For pages whose socket does not come through, and for what is ready before it opens. */
const POLL_MS = 1000;
/** What is ready sooner needs no socket, and a server that has nothing more to say refuses one. */
const SOCKET_AFTER_MS = 1500;

export function isRunning({ state }: Download): boolean {
  return state === 'waiting' || state === 'preparing';
}

/** Own downloads that are being made ready, and those that ended a short while ago. */
export function useListDownloads(isWanted: boolean) {
  return useEndpoint(
    listDownloads,
    {},
    {
      enabled: isWanted,
      refetchInterval: ({ state }) => (state.data?.results.some(isRunning) ? POLL_MS : false),
    },
  );
}

const SOCKETS: Record<string, string> = {
  docker: 'download-docker-module',
  'kme-docker': 'download-kme-docker-module',
};

/** Asks again whenever the socket of a download says that it changed. */
export function useDownloadSocket({ id, type }: Pick<Download, 'id' | 'type'>): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const address = new URL(`/ws/${SOCKETS[type] ?? 'download-as-zip'}/${id}/`, window.location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const askAgain = () => void refreshCalls(queryClient, [listDownloads]);
    let socket: WebSocket | null = null;
    const opening = setTimeout(() => {
      socket = new WebSocket(address);
      socket.addEventListener('message', askAgain);
      // A download that was ready before the socket opened has none any more.
      socket.addEventListener('error', askAgain);
    }, SOCKET_AFTER_MS);
    return () => {
      clearTimeout(opening);
      socket?.close();
    };
  }, [id, type, queryClient]);
}
