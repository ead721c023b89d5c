package dev.tenon.server.internal.request;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.internal.concurrent.ExecutionContext;
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
import dev.tenon.server.Limits;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.call.ClientInputResponse;
import dev.tenon.server.call.ClientInputResponses;
import dev.tenon.server.forwarder.ForwardedCall;
import dev.tenon.server.internal.limit.NamedTimeout;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request while it is worked on, in the form that handlers see. */
public final class ActiveCall implements ForwardedCall {
    private static final String STATE = "relay";

    private final RequestExecution run;
    private final InboundRequestContext scope;
    private final Method<?, ?> method;
    private final Json rawParams;
    private final Meta meta;
    private final InputRequester asking;
    private final Limits limits;
    private final RequestStateCodec seal;
    private final boolean loggingEnabled;
    private final NotificationRateLimiter rateLimiter = new NotificationRateLimiter();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean nonBlocking;
    private volatile NamedTimeout timeout;

    /** Questions to the client that are not answered. */
    @GuardedBy("lock") private int openInputRequests;

    /**
     * A request that has just come.
     *
     * @param rawParams its params as they are on the wire
     * @param logs whether log messages may be sent
     */
    public ActiveCall(
            RequestExecution run,
            InboundRequestContext scope,
            Method<?, ?> method,
            Json rawParams,
            Meta meta,
            InputRequester asking,
            Limits limits,
            RequestStateCodec seal,
            boolean logs) {
        this.run = run;
        this.scope = scope;
        this.method = method;
        this.rawParams = rawParams;
        this.meta = meta;
        this.asking = asking;
        this.limits = limits;
        this.seal = seal;
        this.loggingEnabled = logs;
        this.timeout = run.currentTimeout();
    }

    public RequestExecution execution() {
        return run;
    }

    public InboundRequestContext context() {
        return scope;
    }

    public InputRequester inputRequester() {
        return asking;
    }

    public Method<?, ?> method() {
        return method;
    }

    public Json rawParams() {
        return rawParams;
    }

    /** Asks the client within the time for that, which is a person's and not the handler's. */
    public <T> T awaitClientResponse(Function<Duration, T> question) {
        restartTimeout(1);
        try {
            return question.apply(limits.clientInputTimeout());
        } finally {
            restartTimeout(-1);
        }
    }

    /** Starts the time anew: while questions are open, that of the person who answers them. */
    private void restartTimeout(int moreQuestions) {
        lock.lock();
        try {
            openInputRequests += moreQuestions;
            run.extendTimeout(
                    openInputRequests == 0 ? timeout : new NamedTimeout(limits.clientInputTimeout(), "askTime"));
        } finally {
            lock.unlock();
        }
    }

    /** From now on nothing waits for a slow reader: news without room is dropped. */
    public void disableBlocking() {
        nonBlocking = true;
    }

    /** Sends a notification that is written already. */
    void sendNotification(Notification notification) {
        if (!nonBlocking && ExecutionContext.current().canBlock()) {
            run.sendNotification(notification);
        } else {
            // Of a flood of news, as much is sent as there is room for: the next one says more.
            run.trySendNotification(notification);
        }
    }

    /** Sets the time that this call of a tool, and every progress of it, is given. */
    public void setToolTimeout(Duration allowed) {
        timeout = new NamedTimeout(allowed, "the tool's own time");
        run.setTimeout(timeout);
    }

    @Override
    public Revision revision() {
        return scope.codec().revision();
    }

    @Override
    public Optional<CallerPrincipal> principal() {
        return Optional.ofNullable(scope.principal());
    }

    @Override
    public Optional<Implementation> clientInfo() {
        return Optional.ofNullable(scope.client().info());
    }

    @Override
    public ClientCapabilities clientCapabilities() {
        return scope.client().capabilities();
    }

    @Override
    public Meta meta() {
        return meta;
    }

    @Override
    public boolean isCancelled() {
        return run.isCompleted();
    }

    @Override
    public void extendTimeout(Duration more) {
        run.extendTimeout(new NamedTimeout(more, "Call.extend"));
    }

    @Override
    public void reportProgress(double progress, @Nullable Double total, @Nullable String message) {
        ProgressToken token = meta.progressToken();
        restartTimeout(0);
        if (token == null) {
            return;
        }
        rateLimiter.sendProgress(
                progress,
                () -> encodeAndSend(
                        Notifications.PROGRESS, new ProgressParams(token, progress, total, message, Meta.EMPTY)));
    }

    @Override
    public void log(LogLevel level, String logger, Object data) {
        LogLevel threshold = scope.client().logLevel();
        if (!loggingEnabled || threshold == null || !level.reaches(threshold)) {
            return;
        }
        rateLimiter.sendLog(
                () -> encodeAndSend(Notifications.MESSAGE, new LogParams(level, logger, Json.of(data), Meta.EMPTY)));
    }

    private <P extends Params> void encodeAndSend(NotificationType<P> type, P params) {
        sendNotification(new Notification(type.name(), scope.codec().encodeNotification(type, params)));
    }

    @Override
    public boolean canRequestInput(ClientInputRequest<?> ask) {
        return ClientCapabilityValidator.missingCapabilities(ask.inputRequest(), scope)
                .isEmpty();
    }

    @Override
    public <T> ClientInputResponse<T> requestInput(String key, ClientInputRequest<T> ask) {
        return requestInputs(Map.of(key, ask)).get(ask);
    }

    @Override
    public ClientInputResponses requestInputs(Map<String, ? extends ClientInputRequest<?>> asks) {
        if (asks.isEmpty()) {
            throw new IllegalArgumentException("Ask for at least one thing");
        }
        asks.values().forEach(ask -> ClientCapabilityValidator.validate(ask.inputRequest(), scope));
        return asking.requestInputs(asks, this);
    }

    @Override
    public <T> T computeOnce(String key, Class<T> type, Callable<T> work) throws Exception {
        return asking.computeOnce(key, type, work);
    }

    @Override
    public RequestId id() {
        return run.id();
    }

    @Override
    public Optional<String> sessionLabel() {
        return Optional.ofNullable(scope.sessionLabel());
    }

    @Override
    public Optional<LogLevel> logLevel() {
        return Optional.ofNullable(scope.client().logLevel());
    }

    @Override
    public void sendNotification(NotificationType<?> type, Json params) {
        sendNotification(new Notification(type.name(), params));
    }

    @Override
    public Json requestInput(Method<?, ?> method, Json params) {
        ServerSession session = scope.session();
        if (session == null) {
            throw RawRequestSender.unsupportedRequest(method);
        }
        return awaitClientResponse(
                time -> RawRequestSender.sendRequest(session, method, params, time, run::sendRequest));
    }

    @Override
    public Json encodeInputRequired(Map<String, InputRequest> questions, Json state) {
        String sealed = seal.seal(stateBinding(), new RequestStateCodec.RoundState(Map.of(), Map.of(STATE, state)));
        return scope.codec().encodeResult(method, InputRequired.of(questions, sealed));
    }

    @Override
    public @Nullable Json requestState() {
        Json sealed = rawParams.get("requestState");
        String text = sealed == null ? null : sealed.string();
        return text == null ? null : seal.open(stateBinding(), text).values().get(STATE);
    }

    @Override
    public Map<String, Json> inputResponses() {
        Json responses = rawParams.get("inputResponses");
        return responses == null ? Map.of() : responses.members();
    }

    private RequestStateCodec.StateBinding stateBinding() {
        return RequestStateCodec.StateBinding.of(scope, method.name(), rawParams);
    }
}
