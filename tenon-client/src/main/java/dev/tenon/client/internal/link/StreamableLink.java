package dev.tenon.client.internal.link;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpTarget;
import dev.tenon.client.McpClientException;
import dev.tenon.concurrent.ExecutionContext;
import dev.tenon.concurrent.RuntimeScheduler;
import dev.tenon.jsonrpc.Message;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.Revision;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Streamable HTTP, in the shape of 2025-03-26 to 2025-11-25 with its sessions and in that of 2026-07-28. Each message is a
 * POST of its own. What is read of a response is bounded, and no more is read than the listener has taken.
 */
public final class StreamableLink implements Link {
    private static final Logger LOG = LoggerFactory.getLogger(StreamableLink.class);

    /** The server may take or refuse the end of its session: it makes no difference, and is not waited for long. */
    private static final Duration SESSION_END = Duration.ofSeconds(2);

    private final HttpTarget target;
    private final ClientLimits limits;
    private final Executor executor;
    private final RuntimeScheduler scheduler;
    private final TargetHttp http;
    private final HttpSession session = new HttpSession();
    private final Map<RequestId, RequestExchange> requests = new ConcurrentHashMap<>();
    /** All that is under way but {@link #requests}. */
    private final Set<InFlight> underWay = ConcurrentHashMap.newKeySet();

    private final Semaphore notices;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable HttpParts parts;
    private volatile @Nullable StandingStream standing;

    /**
     * A link that connects when the first message is sent.
     *
     * @param executor runs what may block, and must live longer than the link
     * @param scheduler runs what is due later, and must live longer than the link
     */
    public StreamableLink(HttpTarget target, ClientLimits limits, Executor executor, RuntimeScheduler scheduler) {
        this.target = target;
        this.limits = limits;
        this.executor = executor;
        this.scheduler = scheduler;
        this.notices = new Semaphore(limits.queue().queuedMessages());
        this.http = new TargetHttp(target, limits, executor);
    }

    @Override
    public void open(Listener listener) {
        HttpSender sender = new HttpSender(target, http, executor);
        parts = new HttpParts(sender, session, listener, limits, executor, scheduler);
        http.prepare();
    }

    @Override
    public void send(Message message, Envelope envelope) {
        HttpParts ready = ready();
        if (message instanceof Request request) {
            boolean repeatable = envelope.repeatable() || Outgoing.isRepeatable(request);
            boolean stateless = PostHeaders.isStateless(envelope, session);
            RequestExchange exchange =
                    new RequestExchange(ready, request, post(request, envelope, repeatable), stateless);
            requests.put(request.id(), exchange);
            exchange.inFlight().whenOver(() -> requests.remove(exchange.id(), exchange));
            if (closed.get()) {
                exchange.inFlight().abort();
            }
            StandingStream stream = standing;
            if (stream != null) {
                // What the server says on its own is listened to again, if it could not be reached for a while.
                stream.want();
            }
            exchange.begin();
        } else if (notices.tryAcquire()) {
            var unused = post(ready, message, envelope).whenComplete((taken, problem) -> {
                notices.release();
                if (problem != null && !closed.get()) {
                    McpClientException why = HttpProblem.failure(target.label(), problem.getCause());
                    LOG.warn("A message did not reach {}: {}", target.label(), why.getMessage());
                }
            });
        } else {
            throw new ConnectionFailedException("Too many messages wait for " + target.label() + " to take them");
        }
    }

    private Outgoing post(Message message, Envelope envelope, boolean repeatable) {
        return Outgoing.post(PostHeaders.of(message, envelope, session), MessageWriter.write(message), repeatable);
    }

    /** Posts a message that has no answer: a notification, or an answer of ours. */
    private CompletableFuture<Void> post(HttpParts ready, Message message, Envelope envelope) {
        InFlight inFlight = new InFlight(scheduler);
        track(inFlight);
        return exchange(ready, post(message, envelope, true), inFlight).thenAccept(reply -> {
            if (session.isDeniedBy(reply.answer())) {
                session.end();
                throw new SessionLostException();
            }
            if (!reply.answer().isSuccess()) {
                throw reply.problem();
            }
        });
    }

    private CompletableFuture<HttpSender.Reply> exchange(HttpParts ready, Outgoing outgoing, InFlight inFlight) {
        inFlight.abortAfter(limits.connectTime());
        return ready.sender()
                .exchange(
                        outgoing,
                        target.uri(),
                        inFlight,
                        "The connection was closed, or the server did not take a message within "
                                + limits.connectTime().toMillis() + " ms");
    }

    @Override
    public boolean canSendNow() {
        return true;
    }

    /** The server is told first that the handshake is over; then it may speak on its own. */
    @Override
    public void sendInitialized(Message message) {
        ExecutionContext.checkCanBlock("wait until the server has taken the end of the handshake");
        HttpParts ready = ready();
        try {
            post(ready, message, Envelope.PLAIN).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectionFailedException("Interrupted while connecting to " + target.label(), e);
        } catch (ExecutionException e) {
            throw HttpProblem.failure(target.label(), e.getCause());
        }
        InFlight inFlight = new InFlight(scheduler);
        track(inFlight);
        StandingStream stream = new StandingStream(ready, inFlight);
        standing = stream;
        stream.want();
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

    private void track(InFlight inFlight) {
        underWay.add(inFlight);
        inFlight.whenOver(() -> underWay.remove(inFlight));
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
    public void answeredElsewhere(RequestId id) {
        RequestExchange exchange = requests.get(id);
        if (exchange != null) {
            exchange.answered();
        }
    }

    @Override
    public void agreed(Revision revision) {
        session.agreed(revision);
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
        requests.values().forEach(exchange -> exchange.inFlight().abort());
        underWay.forEach(InFlight::abort);
        HttpParts ended = parts;
        if (ended != null) {
            endSession(ended);
            ended.listener().closed("The connection was closed by this client");
        }
        http.close();
    }

    /** Tells the server that its session is no longer used (2025-03-26 to 2025-11-25, section "Session Management"). */
    private void endSession(HttpParts ended) {
        if (!session.isLive()) {
            return;
        }
        InFlight inFlight = new InFlight(scheduler);
        CompletableFuture<?> told = exchange(ended, Outgoing.delete(session.headers()), inFlight);
        if (!ExecutionContext.current().canBlock()) {
            return;
        }
        try {
            var unused = told.get(SESSION_END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("The end of the session was not taken in time", e);
        } finally {
            inFlight.abort();
        }
    }
}
