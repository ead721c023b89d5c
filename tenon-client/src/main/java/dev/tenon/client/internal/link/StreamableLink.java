package dev.tenon.client.internal.link;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpTarget;
import dev.tenon.http.LoopHttp;
import dev.tenon.jsonrpc.Message;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.Revision;
import java.net.http.HttpClient;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Streamable HTTP, in the shape of 2025-03-26 to 2025-11-25 with its sessions and in that of 2026-07-28. Each message is a
 * POST of its own. What is read of a response is bounded, and no more is read than the listener has taken.
 *
 * <p>Sending waits for nothing, but for one message: the first notification after a revision with a handshake is agreed on
 * must have reached the server before anything else may.
 */
public final class StreamableLink implements Link {
    private final HttpTarget target;
    private final ClientLimits limits;
    private final ExecutorService executor;
    private final HttpClient client;
    private final LoopWay way;
    private final HttpSession session = new HttpSession();
    private final Map<RequestId, RequestExchange> requests = new ConcurrentHashMap<>();
    private final Set<InFlight> underWay = ConcurrentHashMap.newKeySet();
    private final Semaphore notices;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicBoolean settling = new AtomicBoolean();
    private volatile @Nullable HttpParts parts;
    private volatile @Nullable StandingStream standing;

    /**
     * A link that connects when the first message is sent.
     *
     * @param executor runs the exchanges, and must live longer than the link
     */
    public StreamableLink(HttpTarget target, ClientLimits limits, ExecutorService executor) {
        this.target = target;
        this.limits = limits;
        this.executor = executor;
        this.notices = new Semaphore(limits.queue().queuedMessages());
        this.client = HttpClients.create(target, limits, executor);
        this.way = new LoopWay(target, limits, executor);
    }

    @Override
    public void open(Listener listener) {
        parts = new HttpParts(new HttpSender(target, client), session, new Told(listener), limits, executor);
        way.prepare();
    }

    @Override
    public void send(Message message, Envelope envelope) {
        HttpParts ready = ready();
        Outgoing post = Outgoing.post(PostHeaders.of(message, envelope, session), MessageWriter.write(message));
        if (message instanceof Request request) {
            send(ready, request, post, envelope);
            return;
        }
        Notice notice = new Notice(ready, post);
        if (settling.compareAndSet(true, false)) {
            settle(ready, notice);
        } else {
            startBounded(notice);
        }
    }

    private RequestExchange exchange(HttpParts ready, Request request, Outgoing post, Envelope envelope) {
        boolean stateless = PostHeaders.isStateless(envelope, session);
        RequestExchange exchange = new RequestExchange(ready, request, post, stateless);
        requests.put(request.id(), exchange);
        listenAgain();
        return exchange;
    }

    private void start(RequestExchange exchange) {
        start(exchange, exchange.inFlight(), () -> requests.remove(exchange.id(), exchange));
    }

    @Override
    public boolean canSendNow() {
        return true;
    }

    private void send(HttpParts ready, Request request, Outgoing outgoing, Envelope envelope) {
        RequestExchange exchange = exchange(ready, request, outgoing, envelope);
        LoopHttp loop = way.here();
        Map<String, String> credentials = loop == null ? null : ready.sender().credentialsNow(outgoing);
        LoopHttp.Post post = credentials == null ? null : way.post(credentials, outgoing);
        if (loop == null || credentials == null || post == null) {
            start(exchange);
            return;
        }
        InFlight inFlight = exchange.inFlight();
        track(inFlight);
        Runnable over = () -> {
            underWay.remove(inFlight);
            inFlight.over();
            requests.remove(exchange.id(), exchange);
        };
        new LoopExchange(exchange, ready, credentials, executor, over).begin(loop, post);
    }

    private HttpParts ready() {
        HttpParts ready = parts;
        if (ready == null || closed.get()) {
            throw new ConnectionFailedException("The connection to " + target.label() + " is closed");
        }
        if (session.isLost()) {
            throw new SessionLostException();
        }
        return ready;
    }

    /** The server is told first that the handshake is over; then it may speak on its own. */
    private void settle(HttpParts ready, Notice notice) {
        tracked(notice::post, notice.inFlight(), () -> {}).run();
        InFlight inFlight = new InFlight();
        track(inFlight);
        StandingStream stream = new StandingStream(ready, inFlight);
        standing = stream;
        stream.want();
    }

    /** What the server says on its own is listened to again, if it could not be reached for a while. */
    private void listenAgain() {
        StandingStream stream = standing;
        if (stream != null) {
            stream.want();
        }
    }

    /** Who floods a client with what is to be answered does not get all the answers. */
    private void startBounded(Notice notice) {
        if (!notices.tryAcquire()) {
            throw new ConnectionFailedException("Too many messages wait for " + target.label() + " to take them");
        }
        try {
            start(notice, notice.inFlight(), notices::release);
        } catch (ConnectionFailedException e) {
            notices.release();
            throw e;
        }
    }

    private void start(Runnable exchange, InFlight inFlight, Runnable afterwards) {
        Runnable task = tracked(exchange, inFlight, afterwards);
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            underWay.remove(inFlight);
            afterwards.run();
            throw new ConnectionFailedException("The connection to " + target.label() + " is closed", e);
        }
    }

    private Runnable tracked(Runnable exchange, InFlight inFlight, Runnable afterwards) {
        track(inFlight);
        return () -> {
            try {
                exchange.run();
            } finally {
                underWay.remove(inFlight);
                inFlight.over();
                afterwards.run();
            }
        };
    }

    private void track(InFlight inFlight) {
        underWay.add(inFlight);
        if (closed.get()) {
            inFlight.abort();
        }
    }

    @Override
    public boolean abandon(RequestId id) {
        RequestExchange exchange = requests.remove(id);
        if (exchange == null) {
            return session.isStateless();
        }
        exchange.inFlight().abort();
        return exchange.isStateless();
    }

    @Override
    public void agreed(Revision revision) {
        session.agreed(revision);
        settling.set(!revision.isStateless());
    }

    @Override
    public boolean isHttp() {
        return true;
    }

    @Override
    public boolean isOpen() {
        return parts != null && !closed.get() && !session.isLost();
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        underWay.forEach(InFlight::abort);
        HttpParts ended = parts;
        if (ended != null) {
            SessionEnd.tell(ended);
            ended.told().closed("The connection was closed by this client");
        }
        HttpClients.stop(client);
    }
}
