package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.load.Conditions;
import dev.tenon.server.McpServer;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.http.RequestAuthenticator;
import java.net.ConnectException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@BlockedThreadCheck
@Isolated("it inspects all threads and measures times")
class LifecycleTest {
    private static final String ECHO =
            TestClient.modernRequest(1, "tools/call", TestClient.callParams("echo", "\"text\":\"hi\""));

    private static int callEcho(TenonHttpServer http) throws Exception {
        TestClient client = new TestClient(http.uri());
        return client.send(client.buildModernPost(ECHO)).statusCode();
    }

    @Test
    void it_reports_its_uri() throws Exception {
        try (TestServer testServer = new TestServer();
                TenonHttpServer http =
                        testServer.httpBuilder().path("/here").webSocket("/ws").start()) {
            assertThat(http.port()).isPositive();
            assertThat(http.uri()).hasToString("http://127.0.0.1:" + http.port() + "/here");
            assertThat(http.webSocketUri().orElseThrow()).hasToString("ws://127.0.0.1:" + http.port() + "/ws");
            assertThat(callEcho(http)).isEqualTo(200);
        }
    }

    @Test
    void a_port_in_use_is_reported_with_what_to_do() {
        try (TestServer testServer = new TestServer();
                TenonHttpServer first = testServer.httpBuilder().start()) {
            assertThatThrownBy(() -> testServer.httpBuilder().port(first.port()).start())
                    .isInstanceOf(HttpServerStartException.class)
                    .hasMessage(
                            "Cannot listen on 127.0.0.1:" + first.port()
                                    + ": the port is in use; stop the program that listens on it, or choose another port, or 0 for any");
        }
    }

    @Test
    void an_address_of_another_machine_is_reported_with_what_to_do() {
        try (TestServer testServer = new TestServer()) {
            assertThatThrownBy(() -> testServer.httpBuilder().host("192.0.2.1").start())
                    .isInstanceOf(HttpServerStartException.class)
                    .hasMessageContaining("192.0.2.1 is not an address of this machine");
            assertThatThrownBy(() ->
                            testServer.httpBuilder().host("nowhere.invalid").start())
                    .isInstanceOf(HttpServerStartException.class)
                    .hasMessageContaining("unknown host nowhere.invalid");
        }
    }

    @Test
    void a_start_on_a_thread_that_must_not_block_leaves_no_threads() {
        try (TestServer testServer = new TestServer()) {
            Set<Thread> before = Thread.getAllStackTraces().keySet();
            ThreadBlockingContext.nonBlocking("test")
                    .run(() -> assertThatThrownBy(() -> testServer.httpBuilder().start())
                            .isInstanceOf(AssertionError.class)
                            .hasMessageContaining("start of an HTTP server"));
            assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> thread.getName().startsWith("vert") && !before.contains(thread))
                    .isEmpty();
        }
    }

    @Test
    void it_listens_only_on_this_machine_by_default() throws Exception {
        try (TestServer testServer = new TestServer();
                TenonHttpServer local = testServer.httpBuilder().start();
                TenonHttpServer everywhere =
                        testServer.httpBuilder().host("0.0.0.0").start()) {
            assertThatThrownBy(() -> new java.net.Socket("127.0.0.2", local.port()))
                    .isInstanceOf(ConnectException.class);
            new java.net.Socket("127.0.0.2", everywhere.port()).close();
            assertThat(everywhere.uri().getHost()).isEqualTo("localhost");
            assertThat(callEcho(everywhere)).isEqualTo(200);
        }
    }

    @Test
    void the_same_port_can_be_served_again_after_closing() throws Exception {
        try (TestServer testServer = new TestServer()) {
            TenonHttpServer first = testServer.httpBuilder().start();
            int port = first.port();
            callEcho(first);
            first.close();
            first.close();
            first.awaitClosed();
            try (TenonHttpServer second = testServer.httpBuilder().port(port).start()) {
                assertThat(callEcho(second)).isEqualTo(200);
            }
        }
    }

    @Test
    void closing_completes_pending_requests_and_accepts_no_new_ones() throws Exception {
        try (TestServer testServer = new TestServer()) {
            TenonHttpServer http = testServer.httpBuilder().start();
            TestClient client = new TestClient(http.uri());
            CompletableFuture<String> response = CompletableFuture.supplyAsync(() -> {
                try {
                    return client.send(client.buildModernPost(
                                    TestClient.modernRequest(1, "tools/call", TestClient.callParams("wait", ""))))
                            .body();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            testServer.waitStarted.await();
            CompletableFuture<Void> closeTask = CompletableFuture.runAsync(http::close);
            Conditions.await(() -> isConnectionRefused(http));

            assertThat(closeTask).isNotDone();
            assertThatThrownBy(() -> callEcho(http)).isInstanceOf(ConnectException.class);
            testServer.release.countDown();
            assertThat(response.get(20, TimeUnit.SECONDS)).contains("waited");
            closeTask.get(20, TimeUnit.SECONDS);
        }
    }

    private static boolean isConnectionRefused(TenonHttpServer http) {
        try {
            callEcho(http);
            return false;
        } catch (Exception e) {
            return e instanceof ConnectException;
        }
    }

    @Test
    void closing_waits_no_longer_than_the_grace_period() throws Exception {
        try (TestServer testServer = new TestServer()) {
            TenonHttpServer http = testServer.httpBuilder().start();
            TestClient client = new TestClient(http.uri());
            client.openEvents(client.buildModernPost(
                    TestClient.modernRequest(1, "tools/call", TestClient.callParams("wait", ""))));
            testServer.waitStarted.await();
            long start = System.nanoTime();
            http.close(Duration.ofMillis(500));

            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .as("less than the default")
                    .isLessThan(Duration.ofSeconds(9));
        }
    }

    @Test
    void closing_with_the_mcp_server_ends_streams_at_once() throws Exception {
        TestServer testServer = new TestServer();
        TenonHttpServer http = testServer
                .httpBuilder()
                .webSocket("/ws")
                .closeServersOnShutdown()
                .start();
        TestClient client = new TestClient(http.uri());
        TestClient.EventStream subscription = client.openEvents(client.buildModernPost(
                TestClient.modernRequest(1, "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}")));
        subscription.nextMessage();
        client.initialize("2025-11-25");
        TestClient.EventStream sessionStream = client.openEvents(client.requestBuilder()
                .setHeader("Accept", "text/event-stream")
                .GET()
                .build());
        long start = System.nanoTime();
        http.close();

        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .as("less than the grace, for which calls are waited for")
                .isLessThan(Duration.ofSeconds(9));
        assertThat(subscription.readRemaining()).hasSize(1);
        assertThat(sessionStream.readRemaining()).isEmpty();
        assertThatThrownBy(() -> testServer.httpBuilder().start()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void an_authenticator_may_block() throws Exception {
        RequestAuthenticator slowAuthenticator = head -> {
            try {
                Thread.sleep(1000);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return "Bearer good".equals(head.header("Authorization"))
                    ? new RequestAuthenticator.AuthenticationSuccess(new CallerPrincipal("ann"))
                    : new RequestAuthenticator.AccessDenial(401, Map.of("WWW-Authenticate", "Bearer"));
        };
        try (TestServer testServer = new TestServer();
                TenonHttpServer http = testServer
                        .httpBuilder()
                        .authenticator(slowAuthenticator)
                        .start()) {
            TestClient client = new TestClient(http.uri());
            long start = System.nanoTime();
            CompletableFuture<?>[] all = new CompletableFuture<?>[20];
            for (int i = 0; i < all.length; i++) {
                all[i] = CompletableFuture.runAsync(
                        () -> {
                            try {
                                HttpResponse<String> unauthorized = client.send(client.buildModernPost(ECHO));
                                assertThat(unauthorized.statusCode()).isEqualTo(401);
                                assertThat(unauthorized.headers().firstValue("WWW-Authenticate"))
                                        .contains("Bearer");
                            } catch (Exception e) {
                                throw new AssertionError(e);
                            }
                        },
                        task -> new Thread(task).start());
            }
            CompletableFuture.allOf(all).get(60, TimeUnit.SECONDS);
            Duration totalDuration = Duration.ofNanos(System.nanoTime() - start);
            HttpResponse<String> authorized = client.send(
                    java.net.http.HttpRequest.newBuilder(client.buildModernPost(ECHO), (name, value) -> true)
                            .header("Authorization", "Bearer good")
                            .build());

            assertThat(totalDuration).as("20 s, one after the other").isLessThan(Duration.ofSeconds(15));
            assertThat(authorized.statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_failure_of_the_authenticator_reveals_nothing() throws Exception {
        RequestAuthenticator brokenAuthenticator = head -> {
            throw new IllegalStateException("the secret of the database");
        };
        try (TestServer testServer = new TestServer();
                TenonHttpServer http = testServer
                        .httpBuilder()
                        .authenticator(brokenAuthenticator)
                        .start()) {
            TestClient client = new TestClient(http.uri());

            HttpResponse<String> response = client.send(client.buildModernPost(ECHO));

            assertThat(response.statusCode()).isEqualTo(500);
            assertThat(response.body()).doesNotContain("secret").doesNotContain("Exception");
        }
    }

    @Test
    void paths_must_differ() {
        McpServer server = McpServer.builder("s", "1").build();
        assertThatThrownBy(() -> TenonHttpServer.builder(server)
                        .port(0)
                        .webSocket("/mcp")
                        .start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/mcp");
        server.close();
    }
}
