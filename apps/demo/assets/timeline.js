// The timeline page: draws the replay that is embedded as JSON. Plain DOM, no network, no framework.
(() => {
  const page = JSON.parse(document.getElementById('data').textContent);
  const KINDS = [
    ['other', 'System and other'],
    ['summary', 'Summary'],
    ['user', 'User'],
    ['assistant', 'Assistant'],
    ['reasoning', 'Reasoning'],
    ['call', 'Tool calls'],
    ['output', 'Tool results'],
  ];
  const ROWS_PER_PAGE = 200;
  const VIOLATIONS_SHOWN = 20;
  const SVG = 'http://www.w3.org/2000/svg';
  const CHART = { height: 280, left: 46, right: 12, top: 22, bottom: 24 };

  const byId = (id) => document.getElementById(id);
  const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
  const shortTokens = (value) =>
    value < 1000
      ? whole.format(value)
      : `${(value / 1000).toFixed(value < 10_000 ? 1 : 0).replace(/\.0$/, '')}k`;
  const plural = (count, noun) => `${whole.format(count)} ${noun}${count === 1 ? '' : 's'}`;

  let session;
  let step = 1;
  let filter = 'sent';
  let rows = ROWS_PER_PAGE;

  // ── building blocks ───────────────────────────────────────────────────────
  function element(tag, properties = {}, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name === 'style') node.style.setProperty(...value);
      else if (name in node) node[name] = value;
      else node.setAttribute(name, value);
    }
    node.append(...children);
    return node;
  }
  function shape(tag, attributes, text) {
    const node = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    if (text !== undefined) node.textContent = text;
    return node;
  }
  const swatch = (kind) =>
    element('span', { className: 'swatch', ariaHidden: 'true', style: ['--kind', `var(--${kind})`] });

  // ── the head: what was replayed, and the figures of it ────────────────────
  function drawHead() {
    const { source, settings } = session.report;
    byId('title').textContent = source.file.split(/[\\/]/).pop();
    byId('facts').textContent = [
      source.format,
      plural(source.items, 'item'),
      plural(source.userTurns, 'turn'),
      plural(source.toolCalls, 'tool call'),
      `window ${whole.format(settings.windowTokens)}, ${whole.format(settings.reserveTokens)} reserved`,
    ].join(' · ');
    const { cache, loss, violations, estimate } = session.report;
    const peak = session.steps.reduce((most, each) => Math.max(most, each.tokens), 0);
    byId('tiles').replaceChildren(
      tile('Model calls', whole.format(session.steps.length)),
      tile('Largest request', shortTokens(peak), `of ${shortTokens(settings.maxTokens)} tokens allowed`),
      tile(
        'Compactions',
        whole.format(session.compactions.length),
        `${plural(loss.factsLost, 'item')} left memory`,
      ),
      tile('Recallable', recallable(loss), 'word for word, from the log'),
      tile(
        'Unchanged prefix',
        cache.sentTokens ? `${((100 * cache.cachedTokens) / cache.sentTokens).toFixed(1)} %` : '–',
        'of all tokens sent',
      ),
      tile(
        'Laws broken',
        whole.format(violations.length),
        estimateNote(estimate),
        violations.length ? 'bad' : 'good',
      ),
    );
  }
  function tile(name, figure, note, tone = '') {
    const value = element('dd', { className: tone }, figure);
    if (note) value.append(element('small', {}, note));
    return element('div', {}, element('dt', {}, name), value);
  }
  function recallable({ factsLost, factsRecallable }) {
    if (factsLost === 0) return '–';
    return factsLost === factsRecallable
      ? 'all'
      : `${whole.format(factsRecallable)} of ${whole.format(factsLost)}`;
  }
  function drawViolations() {
    const { violations } = session.report;
    const shown = violations.slice(0, VIOLATIONS_SHOWN);
    const host = byId('violations');
    host.hidden = shown.length === 0;
    const rest = violations.length - shown.length;
    host.replaceChildren(
      element('h2', {}, `${plural(violations.length, 'violation')} of a law`),
      element(
        'ul',
        {},
        ...shown.map(({ law, step: at, detail }) => element('li', {}, `${law} at call ${at}: ${detail}`)),
      ),
      ...(rest > 0 ? [element('p', { className: 'quiet' }, `and ${whole.format(rest)} more in --json`)] : []),
    );
  }
  function estimateNote({ points, promptMedianAbsErrorPct }) {
    return points > 0 && promptMedianAbsErrorPct !== null
      ? `token estimate off by ${promptMedianAbsErrorPct.toFixed(promptMedianAbsErrorPct < 0.1 ? 2 : 1)} %`
      : 'no recorded usage to compare';
  }

  // ── the chart ─────────────────────────────────────────────────────────────
  let scale;
  function drawChart() {
    const host = byId('chart');
    const width = Math.max(240, host.clientWidth - 16);
    const { height, left, right, top, bottom } = CHART;
    const steps = session.steps;
    const limit = session.report.settings.maxTokens;
    const peak = steps.reduce((most, each) => Math.max(most, sumOf(each.byKind)), 1);
    const showLimit = limit <= peak * 2;
    const most = Math.max(peak, showLimit ? limit : 0) * 1.04;
    const stepWidth = (width - left - right) / Math.max(1, steps.length);
    scale = { left, stepWidth };
    const x = (index) => left + index * stepWidth;
    const y = (tokens) => height - bottom - (tokens / most) * (height - top - bottom);

    const svg = shape('svg', { viewBox: `0 0 ${width} ${height}`, height, 'aria-hidden': 'true' });
    for (const tick of ticks(most)) {
      svg.append(shape('line', { class: 'grid', x1: left, x2: width - right, y1: y(tick), y2: y(tick) }));
      if (showLimit && Math.abs(y(tick) - y(limit)) < 13) continue;
      svg.append(shape('text', { x: left - 8, y: y(tick) + 4, 'text-anchor': 'end' }, shortTokens(tick)));
    }
    const base = steps.map(() => 0);
    for (const [kind] of KINDS) {
      const path = stackPath(steps, kind, base, x, y);
      if (path) svg.append(shape('path', { d: path, fill: `var(--${kind})` }));
    }
    if (showLimit) {
      svg.append(
        shape('line', { class: 'limit', x1: left, x2: width - right, y1: y(limit), y2: y(limit) }),
        shape(
          'text',
          { class: 'limit-label', x: left - 8, y: y(limit) + 4, 'text-anchor': 'end' },
          shortTokens(limit),
        ),
      );
    }
    let lastLabelX = Number.NEGATIVE_INFINITY;
    for (const { number, step: at } of session.compactions) {
      const markX = x(at - 1);
      svg.append(shape('line', { class: 'mark', x1: markX, x2: markX, y1: top - 4, y2: height - bottom }));
      if (markX - lastLabelX < 16) continue;
      lastLabelX = markX;
      svg.append(shape('text', { class: 'mark-label', x: markX, y: top - 8 }, String(number)));
    }
    for (const at of stepTicks(steps.length, width)) {
      svg.append(shape('text', { x: x(at - 0.5), y: height - 7, 'text-anchor': 'middle' }, String(at)));
    }
    const cursor = shape('g', { id: 'cursor' });
    svg.append(cursor);
    host.replaceChildren(svg);
    scale.y = y;
    scale.top = top;
    scale.bottom = height - bottom;
    drawCursor();
  }
  function stackPath(steps, kind, base, x, y) {
    if (!steps.some((each) => each.byKind[kind] > 0)) return '';
    const upper = [];
    const lower = [];
    steps.forEach((each, index) => {
      const from = base[index];
      const to = from + each.byKind[kind];
      base[index] = to;
      upper.push(
        `${x(index).toFixed(2)},${y(to).toFixed(2)}`,
        `${x(index + 1).toFixed(2)},${y(to).toFixed(2)}`,
      );
      lower.push(
        `${x(index).toFixed(2)},${y(from).toFixed(2)}`,
        `${x(index + 1).toFixed(2)},${y(from).toFixed(2)}`,
      );
    });
    return `M${upper.join('L')}L${lower.reverse().join('L')}Z`;
  }
  const sumOf = (byKind) => KINDS.reduce((sum, [kind]) => sum + byKind[kind], 0);
  function ticks(most) {
    const rough = most / 4;
    const power = 10 ** Math.floor(Math.log10(rough));
    const size = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough);
    return Array.from({ length: Math.floor(most / size) + 1 }, (_, index) => index * size);
  }
  function stepTicks(count, width) {
    const wanted = Math.max(2, Math.floor(width / 90));
    const size =
      [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((each) => count / each <= wanted) ?? count;
    const found = [];
    for (let at = size; at <= count; at += size) found.push(at);
    return found[0] === 1 ? found : [1, ...found];
  }
  function drawCursor() {
    const current = session.steps[step - 1];
    const cursor = byId('cursor');
    if (!current || !cursor) return;
    const middle = scale.left + (step - 0.5) * scale.stepWidth;
    const height = scale.y(sumOf(current.byKind));
    cursor.replaceChildren(
      shape('line', { class: 'cursor', x1: middle, x2: middle, y1: scale.top, y2: scale.bottom }),
      shape('circle', { class: 'cursor-dot', cx: middle, cy: height, r: 4 }),
    );
  }

  // ── the life of every item: one line each, from the first request that carried it to the last ──
  let livesScale;
  function drawLives() {
    const canvas = byId('lives');
    const width = Math.max(240, canvas.parentElement.clientWidth - 16);
    const count = session.items.length;
    const height = Math.max(60, Math.min(220, count * 4));
    const pixels = window.devicePixelRatio || 1;
    canvas.width = width * pixels;
    canvas.height = height * pixels;
    canvas.style.height = `${height}px`;
    const draw = canvas.getContext('2d');
    draw.scale(pixels, pixels);
    const style = getComputedStyle(document.documentElement);
    const colors = Object.fromEntries(KINDS.map(([kind]) => [kind, style.getPropertyValue(`--${kind}`)]));
    const rowHeight = height / Math.max(1, count);
    const x = (at) => scale.left + (at - 1) * scale.stepWidth;
    const line = (from, to, row, alpha) => {
      draw.globalAlpha = alpha;
      draw.fillRect(
        x(from),
        row * rowHeight,
        Math.max(0.75, x(to) - x(from)),
        Math.max(0.75, rowHeight * 0.85),
      );
    };
    session.items.forEach((item, row) => {
      if (item.firstStep === 0) return;
      draw.fillStyle = colors[item.kind];
      const end = item.lastStep + 1;
      const clearedAt = Math.min(end, item.clearedStep ?? end);
      if (clearedAt > item.firstStep) line(item.firstStep, clearedAt, row, 1);
      if (clearedAt < end) line(clearedAt, end, row, 0.35);
    });
    draw.globalAlpha = 1;
    draw.strokeStyle = style.getPropertyValue('--summary');
    draw.setLineDash([2, 3]);
    for (const compaction of session.compactions) verticalLine(draw, x(compaction.step), height);
    draw.setLineDash([]);
    draw.strokeStyle = style.getPropertyValue('--ink');
    verticalLine(draw, x(step + 0.5), height);
    livesScale = { rowHeight };
  }
  function verticalLine(draw, x, height) {
    draw.beginPath();
    draw.moveTo(x, 0);
    draw.lineTo(x, height);
    draw.stroke();
  }
  function noteLife(event) {
    const row = Math.floor(
      (event.clientY - byId('lives').getBoundingClientRect().top) / livesScale.rowHeight,
    );
    const item = session.items[row];
    if (!item) return;
    byId('life-note').textContent =
      `#${item.seq} ${labelOf(item)}, ${plural(item.tokens, 'token')}: ` +
      (item.firstStep === 0 ? 'never sent' : `sent from call ${item.firstStep} to ${item.lastStep}`) +
      (item.reason ? `; ${item.reason}` : '; kept to the end');
  }

  // ── the chosen step ───────────────────────────────────────────────────────
  function choose(next) {
    const last = session.steps.length;
    step = Math.max(1, Math.min(last, next));
    rows = ROWS_PER_PAGE;
    drawStep();
  }
  function drawStep() {
    const current = session.steps[step - 1];
    const host = byId('chart');
    host.setAttribute('aria-valuemin', '1');
    host.setAttribute('aria-valuemax', String(Math.max(1, session.steps.length)));
    host.setAttribute('aria-valuenow', String(step));
    if (!current) {
      byId('step-heading').textContent = 'No model call in this session';
      return;
    }
    const size = `${whole.format(current.tokens)} tokens`;
    host.setAttribute('aria-valuetext', `Model call ${step}, ${size}`);
    byId('step-heading').textContent = `Model call ${step} of ${session.steps.length}: ${size}`;
    byId('step-note').textContent = [
      plural(current.items, 'item'),
      current.anchored ? 'size from recorded usage' : 'size estimated',
      `${current.tokens ? Math.min(100, Math.round((100 * current.cachedTokens) / sumOf(current.byKind))) : 0} % unchanged prefix`,
      ...(current.clearedItems ? [`${current.clearedItems} cleared`] : []),
      ...(current.droppedItems ? [`${current.droppedItems} dropped`] : []),
    ].join(' · ');
    byId('kinds').replaceChildren(
      ...KINDS.map(([kind, name]) => {
        const tokens = current.byKind[kind];
        return element(
          'li',
          { className: tokens ? '' : 'none' },
          swatch(kind),
          name,
          element('span', {}, whole.format(tokens)),
        );
      }),
    );
    drawCursor();
    drawLives();
    drawCompaction();
    drawItems();
  }
  function drawCompaction() {
    const compaction = session.compactions.find((each) => each.step === step);
    const host = byId('compaction');
    host.hidden = !compaction;
    if (!compaction) return host.replaceChildren();
    const { result } = compaction;
    const figures = [
      result.tokensBefore === undefined
        ? ''
        : `${whole.format(result.tokensBefore)} → ${whole.format(result.tokensAfter)} tokens`,
      `${whole.format(result.itemsBefore)} → ${whole.format(result.itemsAfter)} items`,
      `policy ${result.policy}, ${compaction.summarizer} summary`,
    ];
    host.replaceChildren(
      element('h2', {}, `Compaction ${compaction.number}, before this call`),
      element('p', { className: 'quiet' }, figures.filter(Boolean).join(' · ')),
      element('pre', { tabIndex: 0, ariaLabel: 'Summary' }, result.summary ?? ''),
    );
  }

  // ── items and their fates ─────────────────────────────────────────────────
  const wasSent = (item) => item.firstStep > 0 && item.firstStep <= step;
  const isSent = (item) => wasSent(item) && item.lastStep >= step;
  const filters = { sent: isSent, left: (item) => wasSent(item) && !isSent(item), all: wasSent };
  const isCleared = (item) => item.clearedStep !== undefined && item.clearedStep <= step;

  function drawItems() {
    const listed = session.items.filter(filters[filter]).reverse();
    const list = byId('items');
    list.replaceChildren(...listed.slice(0, rows).map(itemRow));
    if (listed.length === 0) list.append(element('li', { className: 'empty' }, 'None at this call.'));
    byId('items-heading').textContent = `${plural(listed.length, 'item')}, newest first`;
    const more = byId('more');
    more.hidden = listed.length <= rows;
    more.textContent = `Show ${whole.format(Math.min(ROWS_PER_PAGE, listed.length - rows))} more`;
  }
  function itemRow(item) {
    const fate = fateText(item);
    const gone = !isSent(item) || isCleared(item);
    const details = element('details', { className: gone ? 'gone' : '' });
    details.append(
      element(
        'summary',
        { title: fate },
        element('span', { className: 'seq' }, `#${item.seq}`),
        swatch(item.kind),
        element('span', { className: 'label' }, labelOf(item)),
        element('span', { className: 'line' }, gone ? fate : item.preview.slice(0, 160).replace(/\s+/g, ' ')),
        element('span', { className: 'tokens' }, whole.format(item.tokens)),
      ),
    );
    details.addEventListener('toggle', () => {
      if (details.childElementCount > 1) return;
      details.append(
        element(
          'div',
          { className: 'body' },
          element('p', { className: 'fate' }, fate),
          element(
            'pre',
            {},
            item.preview + (item.chars > item.preview.length ? ` … (${whole.format(item.chars)} chars)` : ''),
          ),
        ),
      );
    });
    return element('li', {}, details);
  }
  const suffixes = { call: ' call', output: ' result' };
  const labelOf = (item) => item.label + (suffixes[item.kind] ?? '');
  function fateText(item) {
    if (isSent(item) && !isCleared(item)) {
      return item.reason ? `Sent word for word here; later ${item.reason}` : 'Sent word for word';
    }
    if (isSent(item)) return `Cleared to a placeholder at call ${item.clearedStep}; the text can be recalled`;
    return item.reason
      ? `${item.reason.charAt(0).toUpperCase()}${item.reason.slice(1)}; the text can be recalled`
      : `Last sent in call ${item.lastStep}`;
  }

  // ── wiring ────────────────────────────────────────────────────────────────
  function stepAt(event) {
    const box = event.currentTarget.querySelector('svg, canvas').getBoundingClientRect();
    return Math.floor((event.clientX - box.left - scale.left) / scale.stepWidth) + 1;
  }
  for (const host of [byId('chart'), byId('lives').parentElement]) {
    host.addEventListener('pointerdown', (event) => choose(stepAt(event)));
    host.addEventListener('pointermove', (event) => {
      if (event.pointerType === 'mouse' && event.buttons === 1) choose(stepAt(event));
    });
  }
  byId('lives').addEventListener('pointermove', noteLife);
  byId('lives').addEventListener('pointerdown', noteLife);
  byId('chart').addEventListener('keydown', (event) => {
    const moves = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };
    if (event.key in moves) choose(step + moves[event.key]);
    else if (event.key === 'Home') choose(1);
    else if (event.key === 'End') choose(session.steps.length);
    else if (event.key === 'c' || event.key === 'C') chooseNextCompaction();
    else return;
    event.preventDefault();
  });
  function chooseNextCompaction() {
    const all = session.compactions;
    const next = all.find((each) => each.step > step) ?? all[0];
    if (next) choose(next.step);
  }
  for (const button of document.querySelectorAll('[data-filter]')) {
    button.addEventListener('click', () => {
      filter = button.dataset.filter;
      rows = ROWS_PER_PAGE;
      for (const each of document.querySelectorAll('[data-filter]'))
        each.ariaPressed = String(each === button);
      drawItems();
    });
  }
  byId('more').addEventListener('click', () => {
    rows += ROWS_PER_PAGE;
    drawItems();
  });
  byId('theme').addEventListener('click', () => {
    const root = document.documentElement;
    const isDark = getComputedStyle(root).colorScheme === 'dark';
    root.dataset.theme = isDark ? 'light' : 'dark';
    drawLives();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawLives);
  byId('session').addEventListener('change', (event) => open(Number(event.target.value)));

  function open(index) {
    session = page.sessions[index];
    step = session.compactions[0]?.step ?? Math.max(1, session.steps.length);
    rows = ROWS_PER_PAGE;
    drawHead();
    drawViolations();
    drawChart();
    drawStep();
  }
  if (page.sessions.length > 1) {
    byId('session-choice').hidden = false;
    byId('session').append(
      ...page.sessions.map((each, index) =>
        element('option', { value: String(index) }, `${index + 1} · ${each.report.source.session}`),
      ),
    );
  }
  const largest = page.sessions.reduce(
    (best, each, index, all) => (each.steps.length > all[best].steps.length ? index : best),
    0,
  );
  byId('session').value = String(largest);
  open(largest);
  new ResizeObserver(() => {
    drawChart();
    drawLives();
  }).observe(byId('chart'));
})();
