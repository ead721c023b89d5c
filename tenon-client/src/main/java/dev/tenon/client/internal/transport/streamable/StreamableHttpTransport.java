package dev.tenon.client.internal.transport.streamable;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.internal.transport.ClientTransport;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.client.internal.transport.SessionLostException;
import dev.tenon.client.internal.transport.http.AbortHandle;
import dev.tenon.client.internal.transport.http.HttpExceptions;
import dev.tenon.client.internal.transport.http.HttpRequestSender;
import dev.tenon.client.internal.transport.http.TargetHttpClient;
import dev.tenon.client.internal.transport.http.TargetRequest;
import dev.tenon.internal.concurrent.ExecutionContext;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import dev.tenon.jsonrpc.JsonRpcMessage;
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
 * Streamable HTTP, in the shape of 2025-03-26 to 2025-11-25 with its sessions and in that of 2026-07-28. Each message
 * is a POST of its own. What is read of a response is bounded, and no more is read than the listener has taken.
 */
public final class StreamableHttpTransport implements ClientTransport {
    private static final Logger LOG = LoggerFactory.getLogger(StreamableHttpTransport.class);

    /** The server may take or refuse the end of its session: it makes no difference, and is not waited for long. */
    private static final Duration SESSION_END = Duration.ofSeconds(2);

    private final HttpTarget target;
    private final ClientLimits limits;
    private final Executor executor;
    private final RuntimeScheduler scheduler;
    private final TargetHttpClient http;
    private final StreamableHttpSession session = new StreamableHttpSession();
    private final Map<RequestId, RequestExchange> requests = new ConcurrentHashMap<>();
    /** All that is under way but {@link #requests}. */
    private final Set<AbortHandle> abortHandles = ConcurrentHashMap.newKeySet();

    private final Semaphore messagePermits;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable StreamableHttpContext context;
    private volatile @Nullable StandaloneEventStream standaloneStream;

    /**
     * A link that connects when the first message is sent.
     *
     * @param executor runs what may block, and must live longer than the link
     * @param scheduler runs what is due later, and must live longer than the link
     */
    public StreamableHttpTransport(
            HttpTarget target, ClientLimits limits, Executor executor, RuntimeScheduler scheduler) {
        this.target = target;
        this.limits = limits;
        this.executor = executor;
        this.scheduler = scheduler;
        this.messagePermits = new Semaphore(limits.queue().maxQueuedMessages());
        this.http = new TargetHttpClient(target, limits, executor);
    }

    @Override
    public void open(TransportListener listener) {
        HttpRequestSender sender = new HttpRequestSender(target, http, executor);
        context = new StreamableHttpContext(sender, session, listener, limits, executor, scheduler);
        http.prefetchAddress();
    }

    @Override
    public void send(JsonRpcMessage message, MirroredHeaders envelope) {
        StreamableHttpContext ready = requireOpen();
        if (message instanceof Request request) {
            boolean repeatable = envelope.repeatable() || TargetRequest.isRepeatable(request);
            boolean stateless = PostHeaders.isStateless(envelope, session);
            RequestExchange exchange =
                    new RequestExchange(ready, request, post(request, envelope, repeatable), stateless);
            requests.put(request.id(), exchange);
            exchange.abortHandle().onCompletion(() -> requests.remove(exchange.requestId(), exchange));
            if (closed.get()) {
                exchange.abortHandle().abort();
            }
            StandaloneEventStream stream = standaloneStream;
            if (stream != null) {
                // What the server says on its own is listened to again, if it could not be reached for a while.
                stream.ensureOpen();
            }
            exchange.start();
        } else if (messagePermits.tryAcquire()) {
            var unused = post(ready, message, envelope).whenComplete((taken, problem) -> {
                messagePermits.release();
                if (problem != null && !closed.get()) {
                    McpClientException why = HttpExceptions.forFailure(target.label(), problem.getCause());
                    LOG.warn("A message did not reach {}: {}", target.label(), why.getMessage());
                }
            });
        } else {
            throw new ConnectionFailedException("Too many messages wait for " + target.label() + " to take them");
        }
    }

    private TargetRequest post(JsonRpcMessage message, MirroredHeaders envelope, boolean repeatable) {
        return TargetRequest.post(PostHeaders.of(message, envelope, session), MessageWriter.write(message), repeatable);
    }

    /** Posts a message that has no answer: a notification, or an answer of ours. */
    private CompletableFuture<Void> post(
            StreamableHttpContext ready, JsonRpcMessage message, MirroredHeaders envelope) {
        AbortHandle inFlight = new AbortHandle(scheduler);
        track(inFlight);
        return sendWithTimeout(ready, post(message, envelope, true), inFlight).thenAccept(reply -> {
            if (session.isRejectedBy(reply.answer())) {
                session.markLost();
                throw new SessionLostException();
            }
            if (!reply.answer().isSuccess()) {
                throw reply.toException();
            }
        });
    }

    private CompletableFuture<HttpRequestSender.BufferedResponse> sendWithTimeout(
            StreamableHttpContext ready, TargetRequest outgoing, AbortHandle inFlight) {
        inFlight.abortAfter(limits.connectTimeout());
        return ready.sender()
                .exchange(
                        outgoing,
                        target.uri(),
                        inFlight,
                        "The connection was closed, or the server did not take a message within "
                                + limits.connectTimeout().toMillis() + " ms");
    }

    @Override
    public boolean canSendWithoutBlocking() {
        return true;
    }

    /** The server is told first that the handshake is over; then it may speak on its own. */
    @Override
    public void sendInitialized(JsonRpcMessage message) {
        ExecutionContext.checkCanBlock("wait until the server has taken the end of the handshake");
        StreamableHttpContext ready = requireOpen();
        try {
            post(ready, message, MirroredHeaders.NONE).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectionFailedException("Interrupted while connecting to " + target.label(), e);
        } catch (ExecutionException e) {
            throw HttpExceptions.forFailure(target.label(), e.getCause());
        }
        AbortHandle inFlight = new AbortHandle(scheduler);
        track(inFlight);
        StandaloneEventStream stream = new StandaloneEventStream(ready, inFlight);
        standaloneStream = stream;
        stream.ensureOpen();
    }

    private StreamableHttpContext requireOpen() {
        StreamableHttpContext ready = context;
        if (ready == null || closed.get()) {
            throw new ConnectionFailedException("The connection to " + target.label() + " is closed");
        }
        if (session.isLost()) {
            throw new SessionLostException();
        }
        return ready;
    }

    private void track(AbortHandle inFlight) {
        abortHandles.add(inFlight);
        inFlight.onCompletion(() -> abortHandles.remove(inFlight));
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
        exchange.abortHandle().abort();
        return exchange.isStateless();
    }

    @Override
    public void onResponseElsewhere(RequestId id) {
        RequestExchange exchange = requests.get(id);
        if (exchange != null) {
            exchange.markAnswered();
        }
    }

    @Override
    public void setRevision(Revision revision) {
        session.setRevision(revision);
    }

    @Override
    public boolean isHttp() {
        return true;
    }

    @Override
    public boolean isOpen() {
        return context != null && !closed.get() && !session.isLost();
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        requests.values().forEach(exchange -> exchange.abortHandle().abort());
        abortHandles.forEach(AbortHandle::abort);
        StreamableHttpContext ended = context;
        if (ended != null) {
            endSession(ended);
            ended.listener().onClosed("The connection was closed by this client");
        }
        http.close();
    }

    /** Tells the server that its session is no longer used (2025-03-26 to 2025-11-25, section "Session Management"). */
    private void endSession(StreamableHttpContext ended) {
        if (!session.isActive()) {
            return;
        }
        AbortHandle inFlight = new AbortHandle(scheduler);
        CompletableFuture<?> told = sendWithTimeout(ended, TargetRequest.delete(session.headers()), inFlight);
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
