package dev.tenon.http.embedded.internal.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.embedded.HttpServerLimits;
import dev.tenon.http.embedded.internal.HttpServerConfig;
import io.netty.channel.embedded.EmbeddedChannel;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.SocketAddress;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AcceptedChannelsTest {
    private static final int MAX_CONNECTIONS = 2;
    private static final InetSocketAddress LOCAL = address(80);

    private final LimitViolationCounters counters = new LimitViolationCounters();
    private final AcceptedChannels accepted = new AcceptedChannels(
            new HttpServerConfig(
                    List.of(),
                    "localhost",
                    0,
                    HttpServerLimits.DEFAULT.withMaxConnections(MAX_CONNECTIONS),
                    null,
                    null,
                    false,
                    false),
            new EventLoopMemoryBudgets(1 << 20),
            counters);
    private final List<EmbeddedChannel> channels = new ArrayList<>();

    private static InetSocketAddress address(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** A channel with the addresses of a network connection. */
    private static final class AddressedChannel extends EmbeddedChannel {
        private final InetSocketAddress remote;

        AddressedChannel(InetSocketAddress remote) {
            super(false);
            this.remote = remote;
        }

        @Override
        protected java.net.SocketAddress remoteAddress0() {
            return remote;
        }

        @Override
        protected java.net.SocketAddress localAddress0() {
            return LOCAL;
        }
    }

    private EmbeddedChannel newChannel(int port) {
        EmbeddedChannel channel = new AddressedChannel(address(port));
        channels.add(channel);
        return channel;
    }

    private EmbeddedChannel accept(int port) {
        EmbeddedChannel channel = newChannel(port);
        assertThat(accepted.tryAcceptAndInstallHandlers(channel)).isTrue();
        return channel;
    }

    private static HttpConnection connection(int port) {
        return (HttpConnection) Proxy.newProxyInstance(
                HttpConnection.class.getClassLoader(),
                new Class<?>[] {HttpConnection.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "remoteAddress" -> SocketAddress.inetSocketAddress(address(port));
                    case "localAddress" -> SocketAddress.inetSocketAddress(LOCAL);
                    default -> throw new AssertionError("unexpected call of " + method);
                });
    }

    @AfterEach
    void close() {
        channels.forEach(EmbeddedChannel::finishAndReleaseAll);
    }

    @Test
    void the_connection_beyond_the_limit_is_refused_without_handlers() {
        accept(1);
        accept(2);
        EmbeddedChannel third = newChannel(3);

        assertThat(accepted.tryAcceptAndInstallHandlers(third)).isFalse();
        assertThat(third.pipeline().get(ReadPacer.class)).isNull();
        assertThat(counters.refusedConnections.sum()).isEqualTo(1);
    }

    @Test
    void a_closed_connection_makes_room_for_another() {
        accept(1);
        accept(2).close();

        accept(3);
        assertThat(counters.refusedConnections.sum()).isZero();
    }

    @Test
    void the_late_close_of_a_connection_does_not_remove_its_successor_with_the_same_addresses() {
        EmbeddedChannel first = accept(1);
        EmbeddedChannel second = accept(1);
        first.close();
        accepted.abort(connection(1));

        assertThat(second.isOpen()).isFalse();
    }

    @Test
    void a_registered_connection_is_not_closed_by_the_registration_timeout() {
        EmbeddedChannel registered = accept(1);
        EmbeddedChannel silent = accept(2);
        accepted.registerAndInstallPipelining(connection(1));
        for (EmbeddedChannel channel : channels) {
            channel.advanceTimeBy(HttpServerLimits.DEFAULT.idleTimeout().toMillis(), TimeUnit.MILLISECONDS);
            channel.runScheduledPendingTasks();
        }

        assertThat(registered.isOpen()).isTrue();
        assertThat(silent.isOpen()).isFalse();
    }

    @Test
    void all_connections_are_aborted_on_shutdown() {
        accept(1);
        accept(2);
        accepted.abortAll();
        channels.forEach(EmbeddedChannel::runPendingTasks);

        assertThat(channels).noneMatch(EmbeddedChannel::isOpen);
    }
}
