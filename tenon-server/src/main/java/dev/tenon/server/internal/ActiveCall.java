package dev.tenon.server.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.concurrent.ExecutionContext;
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
import dev.tenon.server.Answer;
import dev.tenon.server.Answers;
import dev.tenon.server.Ask;
import dev.tenon.server.Limits;
import dev.tenon.server.Principal;
import dev.tenon.server.RelayCall;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request while it is worked on, in the form that handlers see. */
final class ActiveCall implements RelayCall {
    private static final String STATE = "relay";

    private final Run run;
    private final Scope scope;
    private final Method<?, ?> method;
    private final Json rawParams;
    private final Meta meta;
    private final Asking asking;
    private final Limits limits;
    private final StateSeal seal;
    private final boolean logs;
    private final News news = new News();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean impatient;
    private volatile TimeLimit time;

    /** Questions to the client that are not answered. */
    @GuardedBy("lock") private int questions;

    /**
     * A request that has just come.
     *
     * @param rawParams its params as they are on the wire
     * @param logs whether log messages may be sent
     */
    ActiveCall(
            Run run,
            Scope scope,
            Method<?, ?> method,
            Json rawParams,
            Meta meta,
            Asking asking,
            Limits limits,
            StateSeal seal,
            boolean logs) {
        this.run = run;
        this.scope = scope;
        this.method = method;
        this.rawParams = rawParams;
        this.meta = meta;
        this.asking = asking;
        this.limits = limits;
        this.seal = seal;
        this.logs = logs;
        this.time = run.allowed();
    }

    Run run() {
        return run;
    }

    Scope scope() {
        return scope;
    }

    Asking asking() {
        return asking;
    }

    Method<?, ?> method() {
        return method;
    }

    Json rawParams() {
        return rawParams;
    }

    /** Asks the client within the time for that, which is a person's and not the handler's. */
    <T> T whileAsking(Function<Duration, T> question) {
        restartTime(1);
        try {
            return question.apply(limits.askTime());
        } finally {
            restartTime(-1);
        }
    }

    /** Starts the time anew: while questions are open, that of the person who answers them. */
    private void restartTime(int moreQuestions) {
        lock.lock();
        try {
            questions += moreQuestions;
            run.extend(questions == 0 ? time : new TimeLimit(limits.askTime(), "askTime"));
        } finally {
            lock.unlock();
        }
    }

    /** From now on nothing waits for a slow reader: news without room is dropped. */
    void neverWait() {
        impatient = true;
    }

    /** Sends a notification that is written already. */
    void tell(Notification notification) {
        if (!impatient && ExecutionContext.current().canBlock()) {
            run.notify(notification);
        } else {
            // Of a flood of news, as much is sent as there is room for: the next one says more.
            run.tryNotify(notification);
        }
    }

    /** Sets the time that this call of a tool, and every progress of it, is given. */
    void toolTime(Duration allowed) {
        time = new TimeLimit(allowed, "the tool's own time");
        run.allow(time);
    }

    @Override
    public Revision revision() {
        return scope.wire().revision();
    }

    @Override
    public Optional<Principal> principal() {
        return Optional.ofNullable(scope.principal());
    }

    @Override
    public Optional<Implementation> client() {
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
        return run.isOver();
    }

    @Override
    public void extend(Duration more) {
        run.extend(new TimeLimit(more, "Call.extend"));
    }

    @Override
    public void progress(double progress, @Nullable Double total, @Nullable String message) {
        ProgressToken token = meta.progressToken();
        restartTime(0);
        if (token == null) {
            return;
        }
        news.progress(
                progress,
                () -> notify(Notifications.PROGRESS, new ProgressParams(token, progress, total, message, Meta.EMPTY)));
    }

    @Override
    public void log(LogLevel level, String logger, Object data) {
        LogLevel threshold = scope.client().logLevel();
        if (!logs || threshold == null || !level.reaches(threshold)) {
            return;
        }
        news.log(() -> notify(Notifications.MESSAGE, new LogParams(level, logger, Json.of(data), Meta.EMPTY)));
    }

    private <P extends Params> void notify(NotificationType<P> type, P params) {
        tell(new Notification(type.name(), scope.wire().encodeNotification(type, params)));
    }

    @Override
    public boolean canAsk(Ask<?> ask) {
        return ClientNeeds.missing(ask.request(), scope).isEmpty();
    }

    @Override
    public <T> Answer<T> ask(String key, Ask<T> ask) {
        return askAll(Map.of(key, ask)).to(ask);
    }

    @Override
    public Answers askAll(Map<String, ? extends Ask<?>> asks) {
        if (asks.isEmpty()) {
            throw new IllegalArgumentException("Ask for at least one thing");
        }
        asks.values().forEach(ask -> ClientNeeds.check(ask.request(), scope));
        return asking.ask(asks, this);
    }

    @Override
    public <T> T once(String key, Class<T> type, Callable<T> work) throws Exception {
        return asking.once(key, type, work);
    }

    @Override
    public RequestId id() {
        return run.id();
    }

    @Override
    public Optional<String> session() {
        return Optional.ofNullable(scope.sessionLabel());
    }

    @Override
    public Optional<LogLevel> logLevel() {
        return Optional.ofNullable(scope.client().logLevel());
    }

    @Override
    public void tell(NotificationType<?> type, Json params) {
        tell(new Notification(type.name(), params));
    }

    @Override
    public Json ask(Method<?, ?> method, Json params) {
        Session session = scope.session();
        if (session == null) {
            throw RawAsking.impossible(method);
        }
        return whileAsking(time -> RawAsking.ask(session, method, params, time, run::ask));
    }

    @Override
    public Json inputRequired(Map<String, InputRequest> questions, Json state) {
        String sealed = seal.seal(binding(), new StateSeal.State(Map.of(), Map.of(STATE, state)));
        return scope.wire().encodeResult(method, InputRequired.of(questions, sealed));
    }

    @Override
    public @Nullable Json state() {
        Json sealed = rawParams.get("requestState");
        String text = sealed == null ? null : sealed.string();
        return text == null ? null : seal.open(binding(), text).values().get(STATE);
    }

    @Override
    public Map<String, Json> inputResponses() {
        Json responses = rawParams.get("inputResponses");
        return responses == null ? Map.of() : responses.members();
    }

    private StateSeal.Binding binding() {
        return StateSeal.Binding.of(scope, method.name(), rawParams);
    }
}
