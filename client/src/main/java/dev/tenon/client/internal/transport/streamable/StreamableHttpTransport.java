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
import dev.tenon.internal.concurrent.RuntimeScheduler;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
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
 * The Streamable HTTP transport, with sessions (2025-03-26 to 2025-11-25) and stateless (2026-07-28). Each message is
 * its own POST request. Buffered response data is bounded: no more is read than the listener has consumed.
 */
public final class StreamableHttpTransport implements ClientTransport {
    private static final Logger LOG = LoggerFactory.getLogger(StreamableHttpTransport.class);

    /** How long to wait for the response to the end of the session; its status does not matter. */
    private static final Duration SESSION_END = Duration.ofSeconds(2);

    private final HttpTarget target;
    private final ClientLimits limits;
    private final RuntimeScheduler scheduler;
    private final HttpRequestSender sender;
    private final StreamableHttpSession session = new StreamableHttpSession();
    private final Map<RequestId, RequestExchange> requests = new ConcurrentHashMap<>();
    /** All pending exchanges except {@link #requests}. */
    private final Set<AbortHandle> abortHandles = ConcurrentHashMap.newKeySet();

    private final Semaphore messagePermits;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable StreamableHttpContext context;
    private volatile @Nullable StandaloneEventStream standaloneStream;

    /**
     * Creates a transport that connects when the first message is sent.
     *
     * @param executor runs tasks that may block, and must outlive the transport
     * @param scheduler runs delayed tasks, and must outlive the transport
     */
    public StreamableHttpTransport(
            HttpTarget target, ClientLimits limits, Executor executor, RuntimeScheduler scheduler) {
        this.target = target;
        this.limits = limits;
        this.scheduler = scheduler;
        this.messagePermits = new Semaphore(limits.queue().maxQueuedMessages());
        this.sender = new HttpRequestSender(target, new TargetHttpClient(target, limits, executor), executor);
    }

    @Override
    public void open(TransportListener listener) {
        context = new StreamableHttpContext(sender, session, listener, limits, scheduler);
        sender.http().prefetchAddress();
    }

    @Override
    public void send(JsonRpcMessage message, MirroredHeaders headers) {
        StreamableHttpContext openContext = requireOpen();
        if (message instanceof Request request) {
            boolean repeatable = headers.repeatable() || TargetRequest.isRepeatable(request);
            boolean stateless = PostHeaders.isStateless(headers, session);
            TargetRequest post = createPost(request, headers, repeatable);
            RequestExchange exchange = new RequestExchange(openContext, request, stateless);
            requests.put(request.id(), exchange);
            exchange.abortHandle.onCompletion(() -> requests.remove(request.id(), exchange));
            if (closed.get()) {
                exchange.abortHandle.abort();
            }
            StandaloneEventStream stream = standaloneStream;
            if (stream != null) {
                // Reopens the stream if the server could not be reached for a while.
                stream.ensureOpen();
            }
            exchange.start(post);
        } else if (messagePermits.tryAcquire()) {
            var unused = postAsync(message, headers).whenComplete((ignored, failure) -> {
                messagePermits.release();
                if (failure != null && !closed.get()) {
                    McpClientException exception = HttpExceptions.forFailure(target.label(), failure.getCause());
                    LOG.warn("A message could not be sent to {}: {}", target.label(), exception.getMessage());
                }
            });
        } else {
            throw new ConnectionFailedException("Too many messages are queued for " + target.label());
        }
    }

    private TargetRequest createPost(JsonRpcMessage message, MirroredHeaders headers, boolean repeatable) {
        return TargetRequest.post(PostHeaders.of(message, headers, session), MessageWriter.write(message), repeatable);
    }

    /** Posts a message that has no response: a notification, or a response. */
    private CompletableFuture<Void> postAsync(JsonRpcMessage message, MirroredHeaders headers) {
        return sendAsyncWithTimeout(createPost(message, headers, true), createTrackedHandle())
                .thenAccept(response -> {
                    if (session.isRejectedBy(response.response())) {
                        session.markLost();
                        throw new SessionLostException();
                    }
                    if (!response.response().isSuccess()) {
                        throw response.toException();
                    }
                });
    }

    private CompletableFuture<HttpRequestSender.BufferedResponse> sendAsyncWithTimeout(
            TargetRequest outgoing, AbortHandle abortHandle) {
        abortHandle.abortAfter(limits.connectTimeout());
        String abortMessage = "The connection was closed, or the server did not accept a message within "
                + limits.connectTimeout().toMillis() + " ms";
        return sender.sendAsyncAndBuffer(outgoing, target.uri(), abortHandle, abortMessage);
    }

    @Override
    public boolean canSendWithoutBlocking() {
        return true;
    }

    /** Sends the notification, and then opens the stream for messages of the server. */
    @Override
    public void sendInitialized(JsonRpcMessage message) {
        ThreadBlockingContext.assertCanBlock("wait until the server has accepted the end of the handshake");
        StreamableHttpContext openContext = requireOpen();
        try {
            postAsync(message, MirroredHeaders.NONE).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectionFailedException("Interrupted while connecting to " + target.label(), e);
        } catch (ExecutionException e) {
            throw HttpExceptions.forFailure(target.label(), e.getCause());
        }
        StandaloneEventStream stream = new StandaloneEventStream(openContext, createTrackedHandle());
        standaloneStream = stream;
        stream.ensureOpen();
    }

    private StreamableHttpContext requireOpen() {
        StreamableHttpContext openContext = context;
        if (openContext == null || closed.get()) {
            throw new ConnectionFailedException("The connection to " + target.label() + " is closed");
        }
        if (session.isLost()) {
            throw new SessionLostException();
        }
        return openContext;
    }

    /** Creates a handle for an exchange that {@link #close} aborts. */
    private AbortHandle createTrackedHandle() {
        AbortHandle abortHandle = new AbortHandle(scheduler);
        abortHandles.add(abortHandle);
        abortHandle.onCompletion(() -> abortHandles.remove(abortHandle));
        if (closed.get()) {
            abortHandle.abort();
        }
        return abortHandle;
    }

    @Override
    public boolean abandon(RequestId id) {
        RequestExchange exchange = requests.remove(id);
        if (exchange == null) {
            return session.isStateless();
        }
        exchange.abortHandle.abort();
        return exchange.stateless;
    }

    @Override
    public void onResponseElsewhere(RequestId id) {
        RequestExchange exchange = requests.get(id);
        if (exchange != null) {
            exchange.markReceivedAndScheduleAbort();
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
        requests.values().forEach(exchange -> exchange.abortHandle.abort());
        abortHandles.forEach(AbortHandle::abort);
        StreamableHttpContext openContext = context;
        if (openContext != null) {
            endSession();
            openContext.listener().onClosed("The connection was closed by this client");
        }
        sender.http().close();
    }

    /** Ends the session at the server (2025-03-26 to 2025-11-25, section "Session Management"). */
    private void endSession() {
        if (!session.isActive()) {
            return;
        }
        AbortHandle abortHandle = new AbortHandle(scheduler);
        CompletableFuture<?> request = sendAsyncWithTimeout(TargetRequest.delete(session.headers()), abortHandle);
        if (!ThreadBlockingContext.current().canBlock()) {
            return;
        }
        try {
            var unused = request.get(SESSION_END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("The server did not confirm the end of the session in time", e);
        } finally {
            abortHandle.abort();
        }
    }
}
