package dev.tenon.http.embedded.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.embedded.internal.client.IdleConnectionPool.PooledConnection;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpClientConnection;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class IdleConnectionPoolTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000_000_000);
    private final IdleConnectionPool pool = new IdleConnectionPool(now::get);

    /** A connection to a server that closes when the test says so. */
    private static final class FakeConnection {
        private Handler<Void> closeHandler = nothing -> {};
        private int closeCount;

        HttpClientConnection toVertx() {
            return (HttpClientConnection) Proxy.newProxyInstance(
                    HttpClientConnection.class.getClassLoader(),
                    new Class<?>[] {HttpClientConnection.class},
                    (proxy, method, arguments) -> switch (method.getName()) {
                        case "closeHandler" -> setCloseHandler(arguments[0], proxy);
                        case "exceptionHandler" -> proxy;
                        case "close" -> close();
                        default -> throw new AssertionError("unexpected call of " + method);
                    });
        }

        @SuppressWarnings("unchecked")
        private Object setCloseHandler(Object handler, Object proxy) {
            closeHandler = (Handler<Void>) handler;
            return proxy;
        }

        private Future<Void> close() {
            closeCount++;
            closeRemotely();
            return Future.succeededFuture();
        }

        void closeRemotely() {
            closeHandler.handle(null);
        }
    }

    private final FakeConnection first = new FakeConnection();
    private final FakeConnection second = new FakeConnection();

    private PooledConnection open(FakeConnection connection) {
        return pool.wrapNewConnection(connection.toVertx());
    }

    private void advance(Duration time) {
        now.addAndGet(time.toNanos());
    }

    /** Makes the pool know that the server keeps connections: it responds on a reused one. */
    private PooledConnection proveKeepAlive() {
        PooledConnection connection = open(first);
        pool.release(connection);
        PooledConnection reused = pool.tryAcquire(true);
        assertThat(reused).isSameAs(connection);
        pool.release(reused);
        return connection;
    }

    @Test
    void a_request_that_must_not_be_repeated_gets_no_connection_of_an_unknown_server() {
        PooledConnection connection = open(first);
        pool.release(connection);

        assertThat(pool.tryAcquire(false)).isNull();
        assertThat(pool.tryAcquire(true)).isSameAs(connection);
    }

    @Test
    void only_one_connection_of_an_unknown_server_is_kept() {
        pool.release(open(first));
        pool.release(open(second));

        assertThat(first.closeCount).isZero();
        assertThat(second.closeCount).isEqualTo(1);
        assertThat(pool.tryAcquire(true)).isNotNull();
        assertThat(pool.tryAcquire(true)).isNull();
    }

    @Test
    void a_second_response_on_a_connection_proves_that_the_server_keeps_it() {
        PooledConnection connection = proveKeepAlive();

        assertThat(pool.tryAcquire(false)).isSameAs(connection);
    }

    @Test
    void a_request_that_must_not_be_repeated_uses_a_connection_for_half_a_second_after_its_response() {
        PooledConnection connection = proveKeepAlive();
        advance(Duration.ofMillis(500).plusNanos(1));
        assertThat(pool.tryAcquire(false)).isNull();

        advance(Duration.ofNanos(-1));
        assertThat(pool.tryAcquire(false)).isSameAs(connection);
    }

    @Test
    void a_connection_left_open_for_a_second_proves_that_the_server_keeps_it() {
        pool.release(open(first));
        advance(Duration.ofSeconds(1).minusNanos(1));
        pool.closeExpired();
        PooledConnection other = open(second);
        pool.release(other);
        assertThat(second.closeCount).isEqualTo(1);

        advance(Duration.ofNanos(1));
        pool.closeExpired();
        FakeConnection third = new FakeConnection();
        PooledConnection kept = open(third);
        pool.release(kept);
        assertThat(pool.tryAcquire(false)).isSameAs(kept);
    }

    @Test
    void idle_connections_are_closed_after_three_seconds_the_oldest_first() {
        proveKeepAlive();
        advance(Duration.ofSeconds(1));
        pool.release(open(second));
        advance(Duration.ofSeconds(2).minusNanos(1));
        pool.closeExpired();
        assertThat(first.closeCount).isZero();

        advance(Duration.ofNanos(1));
        pool.closeExpired();
        assertThat(first.closeCount).isEqualTo(1);
        assertThat(second.closeCount).isZero();
    }

    @Test
    void a_connection_that_expires_does_not_count_as_closed_by_the_server() {
        proveKeepAlive();
        PooledConnection recent = open(second);
        advance(Duration.ofSeconds(3));
        pool.release(recent);
        pool.closeExpired();

        assertThat(first.closeCount).isEqualTo(1);
        assertThat(pool.tryAcquire(false)).isSameAs(recent);
    }

    @Test
    void an_idle_connection_that_the_server_closes_is_removed_and_its_promise_is_forgotten() {
        proveKeepAlive();
        PooledConnection other = open(second);
        pool.release(other);
        first.closeRemotely();

        assertThat(pool.tryAcquire(false)).isNull();
        assertThat(pool.tryAcquire(true)).isSameAs(other);
        assertThat(pool.tryAcquire(true)).isNull();
    }

    @Test
    void the_close_of_a_connection_in_use_does_not_concern_the_pool() {
        PooledConnection connection = proveKeepAlive();
        assertThat(pool.tryAcquire(false)).isSameAs(connection);
        PooledConnection other = open(second);
        pool.release(other);
        first.closeRemotely();

        assertThat(pool.tryAcquire(false)).isSameAs(other);
    }

    @Test
    void a_pool_is_unused_without_calls_and_idle_connections() {
        pool.onCallStart();
        assertThat(pool.isUnused()).isFalse();
        pool.release(open(first));
        pool.onCallEnd();
        assertThat(pool.isUnused()).isFalse();

        pool.close();
        assertThat(pool.isUnused()).isTrue();
        assertThat(first.closeCount).isEqualTo(1);
    }
}
