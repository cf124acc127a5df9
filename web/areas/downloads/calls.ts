import { type Download, listDownloads } from '@omicon/contract/areas/downloads.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshCalls, useEndpoint } from '../../base/calls/use-endpoint.ts';

/** Polling, for pages whose socket fails and for downloads that are ready before it opens. */
const POLL_MS = 1000;
/** A download that is ready sooner needs no socket, and the server refuses one for a finished download. */
const SOCKET_AFTER_MS = 1500;

export function isRunning({ state }: Download): boolean {
  return state === 'waiting' || state === 'preparing';
}

/** The person's downloads in preparation, and those that ended recently. */
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

/** Fetches again whenever the socket of a download reports a change. */
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
      // A download that was ready before the socket opened no longer has one.
      socket.addEventListener('error', askAgain);
    }, SOCKET_AFTER_MS);
    return () => {
      clearTimeout(opening);
      socket?.close();
    };
  }, [id, type, queryClient]);
}
