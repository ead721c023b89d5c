package dev.tenon.guard.internal.forwarder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.ClientLimits;
import dev.tenon.guard.Conditions;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.internal.GuardedUpstream;
import dev.tenon.guard.internal.concurrent.GuardRuntime;
import dev.tenon.guard.internal.error.UpstreamRetiredException;
import dev.tenon.guard.observer.CallStart;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.observer.ObservedSession;
import dev.tenon.guard.observer.SingleCallObserver;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import dev.tenon.model.Tool;
import dev.tenon.server.McpServer;
import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.transport.DuplexChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 20, item 8: no connection leaks when a server crashes or is replaced, and no counter becomes negative. */
class UpstreamConnectionsTest {
    private static final Revision SESSIONS = Revision.V2025_11_25;

    private final McpServer upstream = McpServer.builder("behind", "1")
            .revisions(SESSIONS)
            .tool("echo")
            .handler((in, call) -> "echo")
            .build();
    private final List<ClosableChannel> channels = new CopyOnWriteArrayList<>();
    private final GuardRuntime runtime = new GuardRuntime();
    private final AtomicInteger sessions = new AtomicInteger();
    private final List<Thread> endedOn = new CopyOnWriteArrayList<>();
    private volatile Runnable connectAction = () -> {};
    private volatile Runnable sessionAction = () -> {};
    private volatile boolean isDownstreamAction;

    private final GuardedUpstream server = new GuardedUpstream(
            new UpstreamSettings(
                    "behind",
                    new MemoryTargetResolver(upstream, this::openChannel),
                    Implementation.of("guard", "1"),
                    ClientLimits.DEFAULT,
                    GuardLimits.DEFAULT.withConnectionsPerCaller(2)),
            PolicyChain.NONE,
            new SessionCounter(),
            runtime);

    private DuplexChannel openChannel(DuplexChannel upstream) {
        connectAction.run();
        ClosableChannel channel = new ClosableChannel(upstream);
        channels.add(channel);
        return channel;
    }

    /** Counts sessions on both sides, and runs an action when one starts. */
    private final class SessionCounter implements GuardObserver {
        @Override
        public SingleCallObserver onCallStart(CallStart callStart) {
            return SingleCallObserver.NONE;
        }

        @Override
        public Runnable onSessionStart(ObservedSession session) {
            if (session.isDownstream() == isDownstreamAction) {
                sessionAction.run();
            }
            sessions.incrementAndGet();
            return () -> {
                endedOn.add(Thread.currentThread());
                sessions.decrementAndGet();
            };
        }
    }

    @AfterEach
    void close() {
        server.close();
        runtime.close();
        upstream.close(Duration.ZERO);
    }

    private ForwardingSession session() throws Exception {
        return server.connect(new FakeClient(SESSIONS));
    }

    private void closeChannels() {
        channels.forEach(ClosableChannel::closeRemotely);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_server_that_crashes_before_its_first_use_leaks_nothing(boolean downstream) throws Exception {
        isDownstreamAction = downstream;
        sessionAction = this::closeChannels;
        for (int i = 0; i < 3; i++) {
            try (ForwardingSession session = session()) {
                assertThat(session.serverDescription()).isNotNull();
            } catch (RuntimeException e) {
                // A channel connects to its server once only.
                assertThat(e).isNotNull();
            }
        }
        Conditions.await(Duration.ofSeconds(60), () -> server.connections().size() == 0);
        Conditions.await(Duration.ofSeconds(60), () -> sessions.get() == 0);
        assertThat(channels).hasSizeGreaterThanOrEqualTo(3).allMatch(ClosableChannel::isClosed);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_failing_observer_leaks_nothing(boolean downstream) throws Exception {
        isDownstreamAction = downstream;
        sessionAction = () -> {
            throw new IllegalStateException("observer");
        };
        assertThatThrownBy(this::session)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("observer");
        Conditions.await(Duration.ofSeconds(60), () -> server.connections().size() == 0);
        Conditions.await(Duration.ofSeconds(60), () -> sessions.get() == 0);
        assertThat(channels).hasSize(1).allMatch(ClosableChannel::isClosed);
    }

    @Test
    void closing_decrements_to_zero() throws Exception {
        List<ForwardingSession> open = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            open.add(session());
        }
        assertThat(server.connections().size()).isEqualTo(3);
        server.close();
        assertThat(server.connections().size()).isZero();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(this::session).hasMessageContaining("shutting down");
        }
        open.forEach(ForwardingSession::close);
        Conditions.await(Duration.ofSeconds(60), () -> sessions.get() == 0);
        Conditions.await(Duration.ofSeconds(60), () -> server.connections().size() == 0);
        assertThat(channels).allMatch(ClosableChannel::isClosed);
    }

    /**
     * Issue 20, section 1: an event loop that ends a session runs neither the observer nor the closing of a process.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_session_ends_on_another_thread(boolean isGuardClosed) throws Exception {
        ForwardingSession session = session();
        if (isGuardClosed) {
            runtime.close();
        }
        ThreadBlockingContext.nonBlocking("event loop").run(session::close);
        Conditions.await(Duration.ofSeconds(60), () -> sessions.get() == 0);
        Conditions.await(Duration.ofSeconds(60), () -> server.connections().size() == 0);
        assertThat(endedOn).hasSize(2).doesNotContain(Thread.currentThread());
    }

    private UpstreamLease lease(String caller, String capability) {
        ClientCapabilities declared = ClientCapabilities.NONE.withExperimental(Map.of(capability, Json.EMPTY_OBJECT));
        return server.connections().leaseForRequest(new FakeClient(Revision.V2026_07_28, caller, declared), false);
    }

    /** Issue 20, item 14: only idle connections of a caller are closed to make room. */
    @Test
    void a_caller_with_all_connections_in_use_gets_an_error() throws Exception {
        UpstreamLease first = lease("one", "a");
        UpstreamLease second = lease("one", "b");
        assertThatThrownBy(() -> lease("one", "c"))
                .isInstanceOfSatisfying(
                        RpcException.class, e -> assertThat(e.error().code()).isEqualTo(ErrorCode.BUSY))
                .hasMessageContaining("connectionsPerCaller");
        UpstreamLease other = lease("other", "c");
        assertThat(lease("one", "c").upstream())
                .as("what another caller has opened")
                .isSameAs(other.upstream());
        first.close();
        UpstreamLease third = lease("one", "d");
        assertThat(server.connections().size()).isEqualTo(3);
        assertThat(channels.get(0).isClosed()).as("the idle one").isTrue();
        assertThat(third.upstream()).isNotSameAs(second.upstream());
        assertThat(runtime.limitCounts()).containsEntry("connections_per_caller", 2L);
    }

    @Test
    void a_connection_opened_during_close_is_closed() {
        connectAction = server::close;
        assertThatThrownBy(this::session).hasMessageContaining("shutting down");
        assertThat(server.connections().size()).isZero();
        assertThat(channels).allMatch(ClosableChannel::isClosed);
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void a_client_that_connects_during_retirement_is_served(Revision revision) throws Exception {
        CountDownLatch connecting = new CountDownLatch(1);
        CountDownLatch retired = new CountDownLatch(1);
        connectAction = () -> {
            connecting.countDown();
            try {
                assertThat(retired.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        CountDownLatch closed = new CountDownLatch(1);
        CompletableFuture<ForwardingSession> futureSession = CompletableFuture.supplyAsync(() -> {
            try {
                ForwardingSession session = server.connect(new FakeClient(revision));
                assertThat(session.serverDescription()).isNotNull();
                return session;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(connecting.await(60, TimeUnit.SECONDS)).isTrue();
        server.retire(closed::countDown);
        retired.countDown();
        ForwardingSession session = futureSession.get(60, TimeUnit.SECONDS);
        CompletableFuture<Tool> tool = new CompletableFuture<>();
        session.findTool("echo", tool::complete);
        assertThat(tool.get(60, TimeUnit.SECONDS)).isNotNull();
        assertThat(closed.getCount()).isEqualTo(1);
        session.close();
        assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(server.connections().size()).isZero();
        assertThatThrownBy(() -> server.connect(new FakeClient(revision))).isInstanceOf(UpstreamRetiredException.class);
    }
}
