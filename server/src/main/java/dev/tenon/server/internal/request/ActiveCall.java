package dev.tenon.server.internal.request;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputRequired;
import dev.tenon.model.LogLevel;
import dev.tenon.model.LogParams;
import dev.tenon.model.Meta;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.Params;
import dev.tenon.model.ProgressParams;
import dev.tenon.model.ProgressToken;
import dev.tenon.model.Revision;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.call.ClientInputResponse;
import dev.tenon.server.call.ClientInputResponses;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.internal.limit.NamedTimeout;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The context of a running request, as handlers see it. */
public final class ActiveCall implements ForwardedCall {
    private static final String STATE = "relay";

    private final RequestExecution execution;
    private final RequestSource context;
    private final Method<?, ?> method;
    private final Json rawParams;
    private final Meta meta;
    private final InputRequester inputRequester;
    private final ServerSettings settings;
    private final RequestStateCodec stateCodec;
    private final NotificationRateLimiter rateLimiter = new NotificationRateLimiter();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean nonBlocking;
    private volatile NamedTimeout timeout;

    /** Input requests to the client without a response yet. */
    @GuardedBy("lock") private int openInputRequests;

    /**
     * Creates the context of a request.
     *
     * @param rawParams the params in the wire format
     */
    public ActiveCall(
            RequestExecution execution,
            Method<?, ?> method,
            Json rawParams,
            Meta meta,
            InputRequester inputRequester,
            ServerSettings settings,
            RequestStateCodec stateCodec) {
        this.execution = execution;
        this.context = execution.observation().context();
        this.method = method;
        this.rawParams = rawParams;
        this.meta = meta;
        this.inputRequester = inputRequester;
        this.settings = settings;
        this.stateCodec = stateCodec;
        this.timeout = execution.currentTimeout();
    }

    public RequestExecution execution() {
        return execution;
    }

    public RequestSource context() {
        return context;
    }

    /** Returns the session; for methods that belong to handshake revisions only, where it always exists. */
    public ServerSession requireSession() {
        return Objects.requireNonNull(context.session());
    }

    public InputRequester inputRequester() {
        return inputRequester;
    }

    public Method<?, ?> method() {
        return method;
    }

    public Json rawParams() {
        return rawParams;
    }

    /** Sends an input request, with the timeout for the user in place of the timeout of the handler. */
    public <T> T awaitClientResponse(Function<Duration, T> sender) {
        restartTimeout(1);
        try {
            return sender.apply(settings.limits().clientInputTimeout());
        } finally {
            restartTimeout(-1);
        }
    }

    /** Restarts the timeout; while input requests are open, with the timeout for the user. */
    private void restartTimeout(int change) {
        lock.lock();
        try {
            openInputRequests += change;
            execution.restartTimeout(
                    openInputRequests == 0
                            ? timeout
                            : new NamedTimeout(settings.limits().clientInputTimeout(), "clientInputTimeout"));
        } finally {
            lock.unlock();
        }
    }

    /** From now on, no notification waits for a slow client: notifications without capacity are dropped. */
    public void dropNotificationsWhenFull() {
        nonBlocking = true;
    }

    /** Sends an encoded notification. Without capacity, it is dropped if this thread or call must not block. */
    void sendNotification(Notification notification) {
        if (!nonBlocking && ThreadBlockingContext.current().canBlock()) {
            execution.sendNotification(notification);
        } else {
            // Without capacity, a notification is dropped; the next one contains newer values.
            execution.trySendNotification(notification);
        }
    }

    /**
     * Sets the timeout of this tool call and starts it now, not at the arrival of the request; progress restarts it.
     * Raises the maximum duration of the request, which starts at its arrival, if that is shorter.
     */
    public void setToolTimeout(Duration toolTimeout) {
        timeout = new NamedTimeout(toolTimeout, "timeout of the tool");
        execution.restartTimeoutRaisingMax(timeout);
    }

    @Override
    public Revision revision() {
        return context.codec().revision();
    }

    @Override
    public Optional<CallerPrincipal> principal() {
        return Optional.ofNullable(context.principal());
    }

    @Override
    public Optional<Implementation> clientInfo() {
        return Optional.ofNullable(context.client().info());
    }

    @Override
    public ClientCapabilities clientCapabilities() {
        return context.client().capabilities();
    }

    @Override
    public Meta meta() {
        return meta;
    }

    @Override
    public boolean isCancelled() {
        return execution.isCompleted();
    }

    @Override
    public void extendTimeout(Duration newTimeout) {
        lock.lock();
        try {
            timeout = new NamedTimeout(newTimeout, "CallContext.extendTimeout");
            execution.restartTimeout(timeout);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void reportProgress(double progress, @Nullable Double total, @Nullable String message) {
        ProgressToken token = meta.progressToken();
        restartTimeout(0);
        if (token != null) {
            rateLimiter.sendProgress(
                    progress,
                    () -> encodeAndSend(
                            Notifications.PROGRESS, new ProgressParams(token, progress, total, message, Meta.EMPTY)));
        }
    }

    @Override
    public void log(LogLevel level, String logger, Object data) {
        LogLevel threshold = context.client().logLevel();
        if (settings.logging() && threshold != null && level.reaches(threshold)) {
            rateLimiter.sendLog(() ->
                    encodeAndSend(Notifications.MESSAGE, new LogParams(level, logger, Json.of(data), Meta.EMPTY)));
        }
    }

    private <P extends Params> void encodeAndSend(NotificationType<P> type, P params) {
        sendNotification(new Notification(type.name(), context.codec().encodeNotification(type, params)));
    }

    @Override
    public boolean canRequestInput(ClientInputRequest<?> request) {
        return ClientCapabilityValidator.missingCapability(request.inputRequest(), context)
                .isEmpty();
    }

    @Override
    public <T> ClientInputResponse<T> requestInput(String key, ClientInputRequest<T> request) {
        return requestInputs(Map.of(key, request)).get(request);
    }

    @Override
    public ClientInputResponses requestInputs(Map<String, ? extends ClientInputRequest<?>> requests) {
        if (requests.isEmpty()) {
            throw new IllegalArgumentException("requestInputs needs at least one input request");
        }
        requests.values().forEach(request -> ClientCapabilityValidator.validate(request.inputRequest(), context));
        return inputRequester.requestInputs(requests, this);
    }

    @Override
    public <T> T computeOnce(String key, Class<T> type, Callable<T> work) throws Exception {
        return inputRequester.computeOnce(key, type, work);
    }

    @Override
    public RequestId id() {
        return execution.id();
    }

    @Override
    public Optional<String> sessionLabel() {
        return Optional.ofNullable(context.sessionLabel());
    }

    @Override
    public Optional<LogLevel> logLevel() {
        return Optional.ofNullable(context.client().logLevel());
    }

    @Override
    public void sendNotification(NotificationType<?> type, Json params) {
        sendNotification(new Notification(type.name(), params));
    }

    @Override
    public Json requestInput(Method<?, ?> method, Json params) {
        ServerSession session = context.session();
        if (session == null) {
            throw ServerSession.unsupportedRequest(method);
        }
        return awaitClientResponse(time -> session.sendAndAwaitResponse(method, params, time, execution::sendRequest));
    }

    @Override
    public Json encodeInputRequired(Map<String, InputRequest> inputRequests, Json state) {
        String sealed =
                stateCodec.seal(stateBinding(), new RequestStateCodec.RoundState(Map.of(), Map.of(STATE, state)));
        return context.codec().encodeResult(method, InputRequired.of(inputRequests, sealed));
    }

    @Override
    public @Nullable Json requestState() {
        Json sealed = rawParams.get("requestState");
        String text = sealed == null ? null : sealed.string();
        return text == null
                ? null
                : stateCodec.open(stateBinding(), text).values().get(STATE);
    }

    @Override
    public Map<String, Json> inputResponses() {
        Json responses = rawParams.get("inputResponses");
        return responses == null ? Map.of() : responses.members();
    }

    private RequestStateCodec.StateBinding stateBinding() {
        return RequestStateCodec.StateBinding.of(context, method.name(), rawParams);
    }
}
