package dev.tenon.guard.internal.forwarder;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.ClientLimits;
import dev.tenon.coverage.support.LogCapture;
import dev.tenon.guard.Conditions;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.internal.GuardedUpstream;
import dev.tenon.guard.internal.concurrent.GuardRuntime;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.GuardPolicy;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.json.Json;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.Implementation;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import dev.tenon.server.forwarder.ForwardingSession;
import dev.tenon.transport.ChannelClosedException;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.DuplexChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Issue 20, it holds: notifications of a session for a slow upstream wait in order and within limits. */
class SessionRouterTest {
    private static final Revision SESSIONS = Revision.V2025_11_25;
    private static final NotificationType<EmptyParams> CUSTOM =
            new NotificationType<>("notifications/custom", EmptyParams.class);
    private static final int MANY = 1000;
    /** The maximum number of queued notifications. */
    private static final int MAX_QUEUED = ChannelLimits.DEFAULT.maxQueuedMessages();

    private final McpServer upstream = McpServer.builder("behind", "1")
            .revisions(SESSIONS)
            .tool("echo")
            .handler((in, call) -> "echo")
            .build();
    private final GuardRuntime runtime = new GuardRuntime();
    private final BlockingQueue<String> sentNumbers = new LinkedBlockingQueue<>();
    private final List<Boolean> evaluatedOnEventLoop = new CopyOnWriteArrayList<>();
    private final Semaphore sendPermits = new Semaphore(0);
    private volatile boolean broken;

    private final GuardedUpstream server = new GuardedUpstream(
            new UpstreamSettings(
                    "behind-1",
                    new MemoryTargetResolver(upstream, SlowChannel::new),
                    Implementation.of("guard", "1"),
                    ClientLimits.DEFAULT,
                    GuardLimits.DEFAULT),
            new PolicyChain(
                    List.of(new PolicyChain.PolicyEntry(new ThreadRecordingPolicy(), EnforcementMode.ENFORCE)),
                    FindingListener.NONE),
            GuardObserver.NONE,
            runtime);

    /** Accepts each notification of the client only when permitted. */
    private final class SlowChannel extends ClosableChannel {
        SlowChannel(DuplexChannel channel) {
            super(channel);
        }

        @Override
        public void send(byte[] message) {
            Json sent = Json.parse(new String(message, UTF_8));
            String method = String.valueOf(sent.string("method"));
            if (method.equals(Notifications.ROOTS_CHANGED.name()) || method.equals(CUSTOM.name())) {
                if (broken) {
                    throw new ChannelClosedException("a broken pipe");
                }
                Json number = sent.get("params").get("number");
                sentNumbers.add(number == null ? method : number.toString());
                sendPermits.acquireUninterruptibly();
            }
            super.send(message);
        }
    }

    /** Allows everything. */
    private final class ThreadRecordingPolicy implements GuardPolicy {
        @Override
        public String name() {
            return "asked";
        }

        @Override
        public boolean isNonBlocking(String method) {
            return true;
        }

        @Override
        public PolicyDecision evaluate(PolicyMessage policyMessage) {
            evaluatedOnEventLoop.add(!ThreadBlockingContext.current().canBlock());
            return PolicyDecision.ALLOW;
        }
    }

    @AfterEach
    void close() {
        sendPermits.release(MANY);
        server.close();
        runtime.close();
        upstream.close(Duration.ZERO);
    }

    private ForwardingSession session() throws Exception {
        return server.connect(new FakeClient(SESSIONS, "fake", ClientCapabilities.NONE.withRoots(true)));
    }

    private static void runOnEventLoop(Runnable work) {
        ThreadBlockingContext.nonBlocking("event loop").run(work);
    }

    private static Json numberedParams(int number, int bytes) {
        return Json.of(Map.of("number", number, "text", "x".repeat(bytes)));
    }

    private String takeSent() throws InterruptedException {
        return sentNumbers.poll(60, TimeUnit.SECONDS);
    }

    /** The server delays accepting the first notification. */
    private void sendMany(ForwardingSession session, int many, int bytes) throws Exception {
        session.onNotification(CUSTOM, numberedParams(0, 0));
        assertThat(takeSent()).isEqualTo("0");
        runOnEventLoop(() ->
                IntStream.rangeClosed(1, many).forEach(i -> session.onNotification(CUSTOM, numberedParams(i, bytes))));
    }

    /** Asserts that exactly the notifications up to this one were queued. */
    private void assertSent(int last, int dropped) throws Exception {
        assertThat(runtime.limitCounts()).containsEntry("upstream_queue", (long) dropped);
        sendPermits.release(MANY);
        for (int i = 1; i <= last; i++) {
            assertThat(takeSent()).isEqualTo(String.valueOf(i));
        }
    }

    @Test
    void a_roots_change_is_queued_once() throws Exception {
        ForwardingSession session = session();
        session.onNotification(Notifications.ROOTS_CHANGED, Json.EMPTY_OBJECT);
        assertThat(takeSent()).isEqualTo("notifications/roots/list_changed");
        runOnEventLoop(() -> IntStream.range(0, MANY)
                .forEach(i -> session.onNotification(Notifications.ROOTS_CHANGED, numberedParams(i, 10_000))));
        session.onNotification(CUSTOM, numberedParams(MANY, 0));

        sendPermits.release(MANY);
        assertThat(List.of(takeSent(), takeSent())).containsExactly("0", String.valueOf(MANY));
        assertThat(runtime.limitCounts()).containsEntry("upstream_queue", 0L);

        session.onNotification(Notifications.ROOTS_CHANGED, numberedParams(7, 0));
        assertThat(takeSent()).as("one that comes later").isEqualTo("7");
    }

    @Test
    void a_flood_beyond_the_queue_is_counted_and_logged() throws Exception {
        try (LogCapture log = new LogCapture()) {
            sendMany(session(), MANY, 0);

            assertSent(MAX_QUEUED, MANY - MAX_QUEUED);
            assertThat(log.capturedText())
                    .containsOnlyOnce("Dropped a notification of a client")
                    .contains("upstream=behind-1", "(limit: ClientLimits.queue)");
        }
    }

    @Test
    void a_flood_of_large_notifications_is_limited_by_size() throws Exception {
        sendMany(session(), 10, 300_000);

        assertSent(3, 7);
    }

    @Test
    void an_oversized_notification_is_queued_alone() throws Exception {
        sendMany(session(), 10, 1_200_000);

        assertSent(1, 9);
    }

    @Test
    void policies_do_not_run_on_an_event_loop() throws Exception {
        ForwardingSession session = session();
        sendPermits.release();

        runOnEventLoop(() -> session.onNotification(Notifications.ROOTS_CHANGED, numberedParams(1, 0)));
        assertThat(takeSent()).isEqualTo("1");
        assertThat(evaluatedOnEventLoop).contains(false).doesNotContain(true);
    }

    @Test
    void a_failed_notification_is_logged_and_later_ones_are_sent() throws Exception {
        ForwardingSession session = session();
        try (LogCapture log = new LogCapture()) {
            broken = true;
            IntStream.range(0, 3).forEach(i -> session.onNotification(CUSTOM, numberedParams(i, 0)));
            Conditions.await(Duration.ofSeconds(60), () -> log.capturedText().contains("a broken pipe"));
            broken = false;
            sendPermits.release(4);
            session.onNotification(CUSTOM, numberedParams(3, 0));

            String last = takeSent();
            while (!"3".equals(last)) {
                last = takeSent();
            }
            assertThat(log.capturedText())
                    .containsOnlyOnce("Dropped a notification of a client")
                    .contains("upstream=behind-1");
        }
    }

    @Test
    void nothing_is_sent_after_the_session_ended() throws Exception {
        ForwardingSession session = session();
        sendMany(session, MANY, 0);
        session.close();
        Conditions.await(Duration.ofSeconds(60), () -> server.connections().size() == 0);
        sendPermits.release(MANY);

        assertThat(sentNumbers.poll(100, TimeUnit.MILLISECONDS)).isNull();
    }
}
