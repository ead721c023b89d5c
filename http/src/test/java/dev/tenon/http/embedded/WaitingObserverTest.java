package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.thread.StackSampler;
import dev.tenon.server.McpServer;
import dev.tenon.server.observer.RequestInfo;
import dev.tenon.server.observer.RequestOutcome;
import dev.tenon.server.observer.ServerObserver;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Issue 20, section 1: an observer must not block because it runs on event loops too; the tests detect one that does.
 */
@Isolated("it samples all threads")
class WaitingObserverTest {
    /** Blocks where it must not. */
    private static final class BlockingObserver implements ServerObserver {
        @Override
        public void onRequestCompleted(RequestInfo call, RequestOutcome outcome) {
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
        }
    }

    @Test
    void an_observer_that_blocks_an_event_loop_is_detected() throws Exception {
        McpServer server = McpServer.builder("observed", "1")
                .observer(new BlockingObserver())
                .tool("quick")
                .nonBlocking()
                .handler((in, call) -> "quick")
                .build();
        StackSampler sampler = StackSampler.start();
        try (TenonHttpServer http =
                TenonHttpServer.builder(server).port(0).closeServersOnShutdown().start()) {
            TestClient client = new TestClient(http.uri());
            client.initialize("2025-11-25");
            var unused = client.send(
                    client.buildPost(TestClient.legacyRequest(1, "tools/call", TestClient.callParams("quick", ""))));
        } finally {
            assertThat(sampler.stop()).hasValueSatisfying(problem -> assertThat(problem)
                    .contains(
                            "vert.x-eventloop-thread",
                            "was found waiting",
                            "WaitingObserverTest$BlockingObserver.onRequestCompleted"));
        }
    }
}
