package dev.tenon.client.internal;

import dev.tenon.client.CallOptions;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.ClientStatus;
import dev.tenon.client.McpClientException;
import dev.tenon.client.ServerInfo;
import dev.tenon.client.Subscription;
import dev.tenon.client.Target;
import dev.tenon.client.WireAnswer;
import dev.tenon.client.WireCall;
import dev.tenon.client.WireClient;
import dev.tenon.client.WireEnd;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Deadline;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.CompleteParams;
import dev.tenon.model.Completion;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.GetPromptParams;
import dev.tenon.model.GetPromptResult;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.Params;
import dev.tenon.model.ReadResourceParams;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.Result;
import dev.tenon.model.SetLevelParams;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.Tool;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a client does, behind its public face. */
public final class Engine implements WireClient {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");

    private final Crew crew;
    private final Line line;
    private final Calls calls;
    private final Lists lists;
    private final ToolCalls toolCalls;
    private final Watches watches;
    private final WireCalls wireCalls;

    public Engine(Target target, Host host) {
        crew = Crew.of(host, this::lost);
        line = new Line(new Dialer(target, crew), crew, this::connected);
        calls = new Calls(line, crew);
        lists = new Lists(line, crew, calls);
        toolCalls = new ToolCalls(line, crew, calls, lists);
        watches = new Watches(line, crew, calls);
        wireCalls = new WireCalls(crew, calls, toolCalls);
    }

    /** Connects, so that what is wrong with the server shows at once. */
    public void connect() {
        try {
            ClientLimits limits = crew.host().limits();
            Duration time = limits.connectTime().multipliedBy(2);
            line.get(Deadline.movable(time, time.plus(limits.callHardStop())));
        } catch (RuntimeException e) {
            close();
            throw Failures.of(e, "connect", EmptyParams.EMPTY, null);
        }
    }

    private void connected(Connection connection) {
        crew.forget();
        LogLevel level = calls.level();
        if (level != null && !connection.agreement().isStateless()) {
            restoreLevel(connection, level);
        }
        watches.restore(connection);
        ServerInfo server = connection.agreement().server();
        crew.notices().tell(() -> crew.host().listener().connected(server));
    }

    private void restoreLevel(Connection connection, LogLevel level) {
        try {
            Deadline deadline = Deadline.in(crew.host().limits().connectTime());
            connection.ask(Methods.SET_LEVEL, SetLevelParams.of(level), deadline);
        } catch (RuntimeException e) {
            LOG.warn("The level of log messages could not be set again: {}", e.getMessage());
        }
    }

    private void lost(Connection connection, String reason) {
        if (connection.agreementOrNull() != null && !line.isClosed()) {
            watches.paused();
            crew.notices().tell(() -> crew.host().listener().connectionLost(reason));
        }
    }

    @Override
    public ServerInfo server() {
        try {
            return line.get(calls.deadline(CallOptions.DEFAULT)).agreement().server();
        } catch (RuntimeException e) {
            throw Failures.of(e, "connect", EmptyParams.EMPTY, null);
        }
    }

    public Lists lists() {
        return lists;
    }

    public CallToolResult callTool(String name, Json arguments, CallOptions options) {
        return toolCalls.call(name, arguments, options);
    }

    public ReadResourceResult read(String uri, CallOptions options) {
        Deadline deadline = calls.deadline(options);
        Offer.check(Methods.READ_RESOURCE, line.get(deadline).agreement().server());
        if (crew.cache().get(Methods.READ_RESOURCE, uri) instanceof ReadResourceResult fresh) {
            return fresh;
        }
        return calls.call(
                new Calls.Order<>(
                        Methods.READ_RESOURCE,
                        ReadResourceParams.of(uri),
                        connection -> connection.agreement().envelope(uri),
                        options.resending(true),
                        uri,
                        bytes -> {}),
                deadline);
    }

    public GetPromptResult prompt(GetPromptParams params, CallOptions options) {
        return offered(Methods.GET_PROMPT, params, params.name(), options);
    }

    public Completion complete(CompleteParams params, CallOptions options) {
        return offered(Methods.COMPLETE, params, null, options).completion();
    }

    private <P extends Params, R extends Result> R offered(
            Method<P, R> method, P params, @Nullable String name, CallOptions options) {
        Offer.check(method, server());
        return calls.call(method, params, name, options);
    }

    public void level(LogLevel level) {
        ServerInfo server = server();
        Offer.check(Methods.SET_LEVEL, server);
        calls.level(level);
        if (!server.revision().isStateless()) {
            calls.call(Methods.SET_LEVEL, SetLevelParams.of(level), null, CallOptions.DEFAULT);
        }
    }

    /** A sign of life: in 2026-07-28, which has no ping, the server is asked what it can. */
    public void ping() {
        Method<EmptyParams, ?> sign = server().revision().isStateless() ? Methods.DISCOVER : Methods.PING;
        Result unused = calls.call(sign, EmptyParams.EMPTY, null, CallOptions.DEFAULT);
    }

    @Override
    public Subscription listen(SubscriptionFilter filter, @Nullable Object owner, Runnable over) {
        return watches.subscribe(filter, owner, over);
    }

    @Override
    public WireAnswer call(WireCall call) {
        return wireCalls.call(call);
    }

    @Override
    public void begin(WireCall call, WireEnd end) {
        wireCalls.begin(call, true, end);
    }

    @Override
    public void beginStrange(WireCall call, WireEnd end) {
        wireCalls.begin(call, false, end);
    }

    @Override
    public @Nullable ServerInfo serverNow() {
        Connection connection = line.current();
        return connection == null ? null : connection.agreement().server();
    }

    @Override
    public boolean toolNow(String name, Consumer<@Nullable Tool> taker) {
        boolean isKnown = crew.tools().isComplete();
        if (isKnown) {
            KnownTool known = crew.tools().get(name);
            taker.accept(known == null ? null : known.tool());
        }
        return isKnown;
    }

    @Override
    public @Nullable Tool tool(String name) {
        KnownTool known = toolCalls.known(name, calls.deadline(CallOptions.DEFAULT));
        return known == null ? null : known.tool();
    }

    @Override
    public boolean isConnected() {
        return line.current() != null;
    }

    @Override
    public boolean tellsOwners() {
        Connection connection = line.current();
        return connection != null && connection.isHttp();
    }

    /** The next connection begins with the newest state of things anyway. */
    @Override
    public void tell(NotificationType<?> type, Json params) {
        Connection connection = line.current();
        if (connection != null && !connection.agreement().isStateless()) {
            connection.tell(type, params);
        }
    }

    /** Tells the server that the roots have changed, where it can be told. */
    public void rootsChanged() {
        Connection connection = line.current();
        if (connection != null
                && !connection.agreement().isStateless()
                && crew.host().roots() != null) {
            try {
                connection.tell(Notifications.ROOTS_CHANGED, EmptyParams.EMPTY);
            } catch (McpClientException e) {
                LOG.debug("The next connection will learn of the roots", e);
            }
        }
    }

    public ClientStatus status() {
        Connection connection = line.current();
        return new ClientStatus(
                connection != null,
                line.connections(),
                connection == null ? 0 : connection.waiting(),
                connection == null ? 0 : connection.asks(),
                crew.dropped().sum(),
                crew.cache().size());
    }

    @Override
    public void close() {
        // First the line: a stream that ends then knows why.
        line.close();
        watches.close();
        crew.close();
    }
}
