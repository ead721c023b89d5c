package dev.tenon.http.embedded.internal.connection;

import dev.tenon.http.embedded.HttpServerLimits;
import dev.tenon.http.embedded.internal.HttpServerConfig;
import dev.tenon.http.embedded.internal.channel.AcceptedChannels;
import dev.tenon.http.embedded.internal.channel.EventLoopMemoryBudget;
import dev.tenon.http.embedded.internal.channel.EventLoopMemoryBudgets;
import dev.tenon.http.embedded.internal.channel.LimitViolationCounters;
import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.internal.concurrent.LogRateLimiter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.SocketAddress;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The resources of an HTTP server without a network. The thread of the test is its event loop. */
final class FakeHttpServer {
    static final long PENDING_LIMIT = 1000;
    static final HttpServerLimits LIMITS = HttpServerLimits.DEFAULT;

    final EmbeddedChannel channel = new EmbeddedChannel();
    final HttpServerResources resources;
    final EventLoopMemoryBudget memory;
    /** The connections that were closed, once for each close. */
    final List<HttpConnection> closed = new ArrayList<>();

    private final Queue<Runnable> loopTasks = new ArrayDeque<>();
    private final Map<String, Handler<?>> handlers = new HashMap<>();
    private int portCount;

    FakeHttpServer() {
        EventLoopMemoryBudgets budgets = new EventLoopMemoryBudgets(PENDING_LIMIT);
        LimitViolationCounters counters = new LimitViolationCounters();
        HttpServerConfig config = new HttpServerConfig(List.of(), "localhost", 0, LIMITS, null, null, false, false);
        resources = new HttpServerResources(
                new MemoryBudget(1 << 20),
                budgets,
                new AcceptedChannels(config, budgets, counters),
                new AtomicInteger(),
                counters,
                new LogRateLimiter(1, Duration.ofSeconds(1)),
                new QueueingExecutor());
        memory = budgets.budgetOf(channel.eventLoop());
    }

    /** Executes tasks with those of the event loop. */
    private final class QueueingExecutor extends AbstractExecutorService {
        @Override
        public void execute(Runnable task) {
            loopTasks.add(task);
        }

        @Override
        public void shutdown() {
            loopTasks.clear();
        }

        @Override
        public List<Runnable> shutdownNow() {
            shutdown();
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    /** Creates an object whose methods are handled by this handler. */
    static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    Context context() {
        return proxy(Context.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "runOnContext" -> loopTasks.add(() -> ((Handler<?>) arguments[0]).handle(null));
            default -> throw new AssertionError("unexpected call of " + method);
        });
    }

    /** Executes all tasks of the event loop, including those that they add. */
    void runLoopTasks() {
        for (Runnable task = loopTasks.poll(); task != null; task = loopTasks.poll()) {
            task.run();
        }
        channel.runPendingTasks();
    }

    HttpConnection newConnection() {
        SocketAddress remote = SocketAddress.inetSocketAddress(++portCount, "127.0.0.1");
        return proxy(HttpConnection.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "remoteAddress" -> remote;
            case "localAddress" -> SocketAddress.inetSocketAddress(80, "127.0.0.1");
            case "closeHandler", "exceptionHandler" -> {
                handlers.put(method.getName() + " of " + remote, (Handler<?>) arguments[0]);
                yield proxy;
            }
            case "close" -> {
                closed.add((HttpConnection) proxy);
                yield Future.succeededFuture();
            }
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == arguments[0];
            case "toString" -> "connection of " + remote;
            default -> throw new AssertionError("unexpected call of " + method);
        });
    }

    /** Reports the end of a connection to its handler. */
    void loseConnection(HttpConnection connection) {
        handlers.get("closeHandler of " + connection.remoteAddress()).handle(null);
    }

    /** Reports a failure of a connection to its handler. */
    @SuppressWarnings("unchecked")
    void failConnection(HttpConnection connection, Throwable failure) {
        ((Handler<Throwable>) handlers.get("exceptionHandler of " + connection.remoteAddress())).handle(failure);
    }

    ClientConnection newClientConnection() {
        return new ClientConnection(newConnection(), resources, memory, () -> {});
    }
}
