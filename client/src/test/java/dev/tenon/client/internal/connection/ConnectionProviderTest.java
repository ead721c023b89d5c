package dev.tenon.client.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.CallCancelledException;
import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.internal.FakeChannel;
import dev.tenon.client.internal.TestClientContext;
import dev.tenon.jsonrpc.internal.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionProviderTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final FakeChannel channel = new FakeChannel().respondToDiscover();
    private final TestClientContext client =
            new TestClientContext(TestClientContext.configOf(ClientLimits.DEFAULT.toBuilder()
                    .reconnectDelay(Duration.ofSeconds(8))
                    .build()));
    private final List<McpConnection> listened = new ArrayList<>();
    private final ConnectionProvider provider = new ConnectionProvider(
            new Connector(ServerTarget.channel(channel), client.context), client.context, listened::add);

    private final List<McpConnection> connections = new ArrayList<>();
    private final List<RuntimeException> failures = new ArrayList<>();

    private void connect(Deadline deadline) {
        provider.connectAsync(deadline, (connection, failure) -> {
            if (connection == null) {
                failures.add(failure);
            } else {
                connections.add(connection);
            }
        });
    }

    private void connect() {
        connect(Deadline.after(HOUR));
    }

    private void assertClosedFailures(int count) {
        assertThat(failures).hasSize(count).allSatisfy(failure -> assertThat(failure)
                .isInstanceOf(ConnectionFailedException.class)
                .hasMessage("The client is closed"));
    }

    @Test
    void callers_share_one_attempt() {
        connect();
        connect();
        assertThat(client.executor.taskCount()).isEqualTo(1);
        client.executor.runAll();
        assertThat(connections).hasSize(2).containsOnly(provider.currentConnection());
        assertThat(listened).containsExactly(provider.currentConnection());
        assertThat(channel.openCount()).isEqualTo(1);
    }

    @Test
    void a_caller_whose_time_expires_fails_once_and_the_connection_serves_the_next_one() {
        connect(Deadline.after(Duration.ZERO));
        client.timer.advance(Duration.ofMillis(1));
        assertThat(failures).singleElement().isInstanceOf(CallTimeoutException.class);
        client.executor.runAll();
        assertThat(connections).isEmpty();
        assertThat(failures).hasSize(1);
        connect();
        assertThat(connections).containsExactly(provider.currentConnection());
        assertThat(channel.openCount()).isEqualTo(1);
    }

    @Test
    void a_caller_that_waits_no_longer_is_not_paused_by_a_login() {
        Deadline deadline = Deadline.extendable(HOUR, HOUR);
        connect(deadline);
        client.context.connectDeadlines().pauseAll();
        client.executor.runAll();
        assertThatThrownBy(deadline::resume).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void the_attempt_after_a_failure_waits_on_the_timer_and_not_on_a_thread() {
        channel.openHook = () -> {
            throw new ConnectionFailedException("refused");
        };
        connect();
        client.executor.runAll();
        assertThat(failures).singleElement().satisfies(failure -> assertThat(failure)
                .hasMessageContaining("refused"));
        channel.openHook = () -> {};
        connect();
        assertThat(client.executor.taskCount()).isZero();
        assertThat(client.timer.delays().get(0)).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(8));
        client.timer.advance(Duration.ofSeconds(8));
        client.executor.runAll();
        assertThat(connections).hasSize(1);
    }

    @Test
    void a_call_that_ends_before_the_next_attempt_fails_at_once_and_starts_none() {
        channel.openHook = () -> {
            throw new ConnectionFailedException("refused");
        };
        connect();
        client.executor.runAll();
        connect(Deadline.after(Duration.ofSeconds(3)));
        assertThat(failures).hasSize(2);
        assertThat(failures.get(1))
                .hasMessageContaining("failed 1 times in a row")
                .hasMessageContaining("too late");
        assertThat(client.executor.taskCount()).isZero();
    }

    @Test
    void connections_without_a_successful_call_count_as_failures() {
        connect();
        client.executor.runAll();
        channel.close();
        connect(Deadline.after(Duration.ofSeconds(3)));
        assertThat(failures).singleElement().satisfies(failure -> assertThat(failure)
                .hasMessageContaining("1 times"));
    }

    @Test
    void a_successful_call_allows_to_reconnect_at_once() {
        connect();
        client.executor.runAll();
        provider.onCallSuccess();
        channel.close();
        assertThat(provider.currentConnection()).isNull();
        connect(Deadline.after(Duration.ofSeconds(3)));
        client.executor.runAll();
        assertThat(connections).hasSize(2).doesNotHaveDuplicates();
        assertThat(provider.connectionsMade()).isEqualTo(2);
    }

    @Test
    void an_error_of_the_virtual_machine_fails_the_callers_and_allows_the_next_attempt() {
        channel.openHook = () -> {
            throw new NoClassDefFoundError("missing");
        };
        connect();
        client.executor.runAll();
        assertThat(failures).singleElement().satisfies(failure -> assertThat(failure)
                .isInstanceOf(ConnectionFailedException.class)
                .hasRootCauseInstanceOf(NoClassDefFoundError.class));
        channel.openHook = () -> {};
        connect();
        client.timer.advance(Duration.ofSeconds(8));
        client.executor.runAll();
        assertThat(connections).hasSize(1);
    }

    @Test
    void closing_fails_the_waiting_callers_and_the_attempt_that_starts_later_leaves_no_connection() {
        connect();
        provider.close();
        assertClosedFailures(1);
        client.executor.runAll();
        assertThat(channel.isOpen()).isFalse();
        assertThat(listened).isEmpty();
        assertThat(provider.connectionsMade()).isZero();
        assertClosedFailures(1);
    }

    @Test
    void a_connection_that_is_established_while_the_client_closes_is_closed() {
        channel.on("server/discover", request -> {
            provider.close();
            channel.receiveResult(request, FakeChannel.DISCOVERED);
        });
        connect();
        client.executor.runAll();
        assertClosedFailures(1);
        assertThat(channel.isOpen()).isFalse();
        assertThat(provider.currentConnection()).isNull();
        assertThat(listened).isEmpty();
    }

    @Test
    void a_closed_client_does_not_connect() {
        provider.close();
        connect();
        assertClosedFailures(1);
        assertThat(client.executor.taskCount()).isZero();
    }

    @Test
    void an_executor_that_rejects_the_attempt_fails_the_caller() {
        client.executor.shutdown();
        connect();
        assertClosedFailures(1);
        client.context.connectDeadlines().pauseAll().run();
    }

    @Test
    void an_interrupted_caller_does_not_end_the_attempt_of_the_others() {
        connect();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> provider.getConnection(Deadline.after(HOUR)))
                .isInstanceOf(CallCancelledException.class);
        assertThat(Thread.interrupted()).isTrue();
        client.executor.runAll();
        assertThat(connections).hasSize(1);
    }
}
