package dev.tenon.client.internal;

import static dev.tenon.client.internal.connection.ClientContext.LOG;

import dev.tenon.client.CallOptions;
import dev.tenon.client.ClientStatus;
import dev.tenon.client.RawCall;
import dev.tenon.client.RawCallback;
import dev.tenon.client.RawClient;
import dev.tenon.client.RawResponse;
import dev.tenon.client.ServerInfo;
import dev.tenon.client.Subscription;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.internal.cache.CachedTool;
import dev.tenon.client.internal.call.CallExecutor;
import dev.tenon.client.internal.call.ListFetcher;
import dev.tenon.client.internal.call.RawCaller;
import dev.tenon.client.internal.call.RequiredCapabilities;
import dev.tenon.client.internal.call.ToolCaller;
import dev.tenon.client.internal.config.ClientConfig;
import dev.tenon.client.internal.connection.ClientContext;
import dev.tenon.client.internal.connection.ClientExceptions;
import dev.tenon.client.internal.connection.ConnectionProvider;
import dev.tenon.client.internal.connection.Connector;
import dev.tenon.client.internal.connection.McpConnection;
import dev.tenon.client.internal.subscription.SubscriptionRegistry;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.internal.Deadline;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.EmptyParams;
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

/** Implements {@link RawClient} and the calls of {@link dev.tenon.client.McpClient}. */
public final class ClientRuntime implements RawClient {
    private final ClientContext context;
    private final ConnectionProvider connections;
    private final CallExecutor calls;
    private final ListFetcher listFetcher;
    private final ToolCaller toolCaller;
    private final SubscriptionRegistry subscriptions;
    private final RawCaller rawCaller;

    public ClientRuntime(ServerTarget target, ClientConfig config) {
        context = ClientContext.create(config, this::onConnectionLost);
        connections = new ConnectionProvider(new Connector(target, context), context, this::onConnected);
        calls = new CallExecutor(connections, context);
        listFetcher = new ListFetcher(connections, context, calls);
        toolCaller = new ToolCaller(connections, context, calls, listFetcher);
        subscriptions = new SubscriptionRegistry(connections, context, calls);
        rawCaller = new RawCaller(context, calls, toolCaller);
    }

    /**
     * Connects eagerly, so that problems with the server surface at once.
     *
     * @throws McpClientException if the client cannot connect; the client is closed then
     */
    public void connectOrClose() {
        try {
            Duration time = context.limits().connectTimeout().multipliedBy(2);
            connections.getConnection(context.createConnectDeadline(time));
        } catch (RuntimeException e) {
            close();
            throw ClientExceptions.of(e, "connect", EmptyParams.EMPTY, null);
        }
    }

    private void onConnected(McpConnection connection) {
        // A new server process may differ from the one before.
        context.resultCache().clear();
        context.toolCache().clear();
        LogLevel level = calls.logLevel();
        if (level != null && !connection.protocol().isStateless()) {
            restoreLogLevel(connection, level);
        }
        subscriptions.restore(connection);
        ServerInfo server = connection.protocol().server();
        context.notifications().enqueueOrDrop(() -> context.config().listener().onConnected(server));
    }

    private void restoreLogLevel(McpConnection connection, LogLevel level) {
        try {
            Deadline deadline = Deadline.after(context.limits().connectTimeout());
            connection.call(Methods.SET_LEVEL, SetLevelParams.of(level), deadline);
        } catch (RuntimeException e) {
            LOG.warn("The log level could not be restored: {}", e.getMessage());
        }
    }

    private void onConnectionLost(McpConnection connection, String reason) {
        if (connection.protocolOrNull() != null && !connections.isClosed()) {
            subscriptions.deactivateAll();
            context.notifications()
                    .enqueueOrDrop(() -> context.config().listener().onConnectionLost(reason));
        }
    }

    @Override
    public ServerInfo server() {
        try {
            Deadline deadline = calls.createDeadline(CallOptions.DEFAULT);
            return connections.getConnection(deadline).protocol().server();
        } catch (RuntimeException e) {
            throw ClientExceptions.of(e, "connect", EmptyParams.EMPTY, null);
        }
    }

    public ListFetcher listFetcher() {
        return listFetcher;
    }

    public CallToolResult callTool(String name, Json arguments, CallOptions options) {
        return toolCaller.callWithApproval(name, arguments, options);
    }

    public ReadResourceResult readResource(String uri, CallOptions options) {
        Deadline deadline = calls.createDeadline(options);
        ServerInfo server = connections.getConnection(deadline).protocol().server();
        RequiredCapabilities.check(Methods.READ_RESOURCE, server);
        if (context.resultCache().get(Methods.READ_RESOURCE, uri) instanceof ReadResourceResult fresh) {
            return fresh;
        }
        return calls.call(Methods.READ_RESOURCE, ReadResourceParams.of(uri), uri, options, uri, deadline);
    }

    /** Checks the required capability and executes an idempotent request, which names this prompt unless it is null. */
    public <P extends Params, R extends Result> R checkCapabilityAndCall(
            Method<P, R> method, P params, @Nullable String name, CallOptions options) {
        RequiredCapabilities.check(method, server());
        return calls.call(method, params, name, options);
    }

    public void setLogLevel(LogLevel level) {
        ServerInfo server = server();
        RequiredCapabilities.check(Methods.SET_LEVEL, server);
        calls.setLogLevel(level);
        if (!server.revision().isStateless()) {
            calls.call(Methods.SET_LEVEL, SetLevelParams.of(level), null, CallOptions.DEFAULT);
        }
    }

    /** Checks that the server responds. 2026-07-28 has no ping: the client sends {@code server/discover} instead. */
    public void ping() {
        Method<EmptyParams, ?> method = server().revision().isStateless() ? Methods.DISCOVER : Methods.PING;
        Result unused = calls.call(method, EmptyParams.EMPTY, null, CallOptions.DEFAULT);
    }

    @Override
    public Subscription subscribe(SubscriptionFilter filter, @Nullable Object owner, Runnable onClosed) {
        return subscriptions.subscribe(filter, owner, onClosed);
    }

    @Override
    public RawResponse call(RawCall call) {
        return rawCaller.call(call);
    }

    @Override
    public void callAsync(RawCall call, RawCallback callback) {
        rawCaller.callAsync(call, true, callback);
    }

    @Override
    public void callUnknownMethodAsync(RawCall call, RawCallback callback) {
        rawCaller.callAsync(call, false, callback);
    }

    @Override
    public @Nullable ServerInfo currentServer() {
        McpConnection connection = connections.currentConnection();
        return connection == null ? null : connection.protocol().server();
    }

    @Override
    public boolean tryGetListedTool(String name, Consumer<@Nullable Tool> consumer) {
        boolean isKnown = context.toolCache().isComplete();
        if (isKnown) {
            CachedTool known = context.toolCache().get(name);
            consumer.accept(known == null ? null : known.tool());
        }
        return isKnown;
    }

    @Override
    public @Nullable Tool getTool(String name) {
        CachedTool known = toolCaller.findTool(name, calls.createDeadline(CallOptions.DEFAULT));
        return known == null ? null : known.tool();
    }

    @Override
    public boolean isConnected() {
        return connections.currentConnection() != null;
    }

    @Override
    public boolean canAttributeServerMessages() {
        McpConnection connection = connections.currentConnection();
        return connection != null && connection.isHttp();
    }

    /** Sends the notification only if connected; a later connection starts with the current state anyway. */
    @Override
    public void sendSessionNotification(NotificationType<?> type, Json params) {
        McpConnection connection = connections.currentConnection();
        if (connection != null && !connection.protocol().isStateless()) {
            connection.sendNotification(type, params);
        }
    }

    /** Notifies the server that the roots have changed, if the revision has that notification. */
    public void notifyRootsChanged() {
        McpConnection connection = connections.currentConnection();
        if (connection != null
                && !connection.protocol().isStateless()
                && context.config().rootsHandler() != null) {
            try {
                connection.sendNotification(Notifications.ROOTS_CHANGED, EmptyParams.EMPTY);
            } catch (McpClientException e) {
                LOG.debug("The server could not be notified of changed roots", e);
            }
        }
    }

    public ClientStatus status() {
        McpConnection connection = connections.currentConnection();
        return new ClientStatus(
                connection != null,
                connections.connectionsMade(),
                connection == null ? 0 : connection.pendingCallCount(),
                connection == null ? 0 : connection.activeServerRequestCount(),
                context.droppedMessages().sum(),
                context.resultCache().size());
    }

    @Override
    public void close() {
        // Closed first, so that streams that end find the reason.
        connections.close();
        subscriptions.close();
        context.close();
    }
}
