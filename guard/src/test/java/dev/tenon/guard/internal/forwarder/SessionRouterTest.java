package dev.tenon.guard.internal.forwarder;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.ClientLimits;
import dev.tenon.coverage.support.LogCapture;
import dev.tenon.guard.Await;
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
    private static final int ROOM = ChannelLimits.DEFAULT.maxQueuedMessages();

    private final McpServer upstream = McpServer.builder("behind", "1")
            .revisions(SESSIONS)
            .tool("echo")
            .handler((in, call) -> "echo")
            .build();
    private final GuardRuntime runtime = new GuardRuntime();
    private final BlockingQueue<String> sending = new LinkedBlockingQueue<>();
    private final List<Boolean> askedOnLoop = new CopyOnWriteArrayList<>();
    private final Semaphore mayGo = new Semaphore(0);
    private volatile boolean broken;

    private final GuardedUpstream server = new GuardedUpstream(
            new UpstreamSettings(
                    "behind-1",
                    new MemoryTargetResolver(upstream, SlowChannel::new),
                    Implementation.of("guard", "1"),
                    ClientLimits.DEFAULT,
                    GuardLimits.DEFAULT),
            new PolicyChain(
                    List.of(new PolicyChain.PolicyEntry(new Asked(), EnforcementMode.ENFORCE)), FindingListener.NONE),
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
                sending.add(number == null ? method : number.toString());
                mayGo.acquireUninterruptibly();
            }
            super.send(message);
        }
    }

    /** Allows everything. */
    private final class Asked implements GuardPolicy {
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
            askedOnLoop.add(!ThreadBlockingContext.current().canBlock());
            return PolicyDecision.ALLOW;
        }
    }

    @AfterEach
    void close() {
        mayGo.release(MANY);
        server.close();
        runtime.close();
        upstream.close(Duration.ZERO);
    }

    private ForwardingSession session() throws Exception {
        return server.connect(new FakeClient(SESSIONS, "fake", ClientCapabilities.NONE.withRoots(true)));
    }

    private static void onLoop(Runnable work) {
        ThreadBlockingContext.nonBlocking("event loop").run(work);
    }

    private static Json numbered(int number, int bytes) {
        return Json.of(Map.of("number", number, "text", "x".repeat(bytes)));
    }

    private String sent() throws InterruptedException {
        return sending.poll(60, TimeUnit.SECONDS);
    }

    /** The server delays accepting the first notification. */
    private void tellMany(ForwardingSession service, int many, int bytes) throws Exception {
        service.onNotification(CUSTOM, numbered(0, 0));
        assertThat(sent()).isEqualTo("0");
        onLoop(() -> IntStream.rangeClosed(1, many).forEach(i -> service.onNotification(CUSTOM, numbered(i, bytes))));
    }

    /** Asserts that exactly the notifications up to this one were queued. */
    private void assertSent(int last, int dropped) throws Exception {
        assertThat(runtime.limitCounts()).containsEntry("upstream_queue", (long) dropped);
        mayGo.release(MANY);
        for (int i = 1; i <= last; i++) {
            assertThat(sent()).isEqualTo(String.valueOf(i));
        }
    }

    @Test
    void a_roots_change_is_queued_once() throws Exception {
        ForwardingSession service = session();
        service.onNotification(Notifications.ROOTS_CHANGED, Json.EMPTY_OBJECT);
        assertThat(sent()).isEqualTo("notifications/roots/list_changed");
        onLoop(() -> IntStream.range(0, MANY)
                .forEach(i -> service.onNotification(Notifications.ROOTS_CHANGED, numbered(i, 10_000))));
        service.onNotification(CUSTOM, numbered(MANY, 0));

        mayGo.release(MANY);
        assertThat(List.of(sent(), sent())).containsExactly("0", String.valueOf(MANY));
        assertThat(runtime.limitCounts()).containsEntry("upstream_queue", 0L);

        service.onNotification(Notifications.ROOTS_CHANGED, numbered(7, 0));
        assertThat(sent()).as("one that comes later").isEqualTo("7");
    }

    @Test
    void a_flood_beyond_the_queue_is_counted_and_logged() throws Exception {
        try (LogCapture log = new LogCapture()) {
            tellMany(session(), MANY, 0);

            assertSent(ROOM, MANY - ROOM);
            assertThat(log.capturedText())
                    .containsOnlyOnce("Dropped a notification of a client")
                    .contains("upstream=behind-1", "(limit: ClientLimits.queue)");
        }
    }

    @Test
    void a_flood_of_large_notifications_is_limited_by_size() throws Exception {
        tellMany(session(), 10, 300_000);

        assertSent(3, 7);
    }

    @Test
    void an_oversized_notification_is_queued_alone() throws Exception {
        tellMany(session(), 10, 1_200_000);

        assertSent(1, 9);
    }

    @Test
    void policies_do_not_run_on_an_event_loop() throws Exception {
        ForwardingSession service = session();
        mayGo.release();

        onLoop(() -> service.onNotification(Notifications.ROOTS_CHANGED, numbered(1, 0)));
        assertThat(sent()).isEqualTo("1");
        assertThat(askedOnLoop).contains(false).doesNotContain(true);
    }

    @Test
    void a_failed_notification_is_logged_and_later_ones_are_sent() throws Exception {
        ForwardingSession service = session();
        try (LogCapture log = new LogCapture()) {
            broken = true;
            IntStream.range(0, 3).forEach(i -> service.onNotification(CUSTOM, numbered(i, 0)));
            Await.within(Duration.ofSeconds(60), () -> log.capturedText().contains("a broken pipe"));
            broken = false;
            mayGo.release(4);
            service.onNotification(CUSTOM, numbered(3, 0));

            String last = sent();
            while (!"3".equals(last)) {
                last = sent();
            }
            assertThat(log.capturedText())
                    .containsOnlyOnce("Dropped a notification of a client")
                    .contains("upstream=behind-1");
        }
    }

    @Test
    void nothing_is_sent_after_the_session_ended() throws Exception {
        ForwardingSession service = session();
        tellMany(service, MANY, 0);
        service.close();
        Await.within(Duration.ofSeconds(60), () -> server.connections().size() == 0);
        mayGo.release(MANY);

        assertThat(sending.poll(100, TimeUnit.MILLISECONDS)).isNull();
    }
}
