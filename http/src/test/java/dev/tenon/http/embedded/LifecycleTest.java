package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.load.Await;
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
@Isolated("it looks at all threads and measures times")
class LifecycleTest {
    private static final String ECHO = Client.modern(1, "tools/call", Client.call("echo", "\"text\":\"hi\""));

    private static int call(TenonHttpServer http) throws Exception {
        Client client = new Client(http.uri());
        return client.send(client.postModern(ECHO)).statusCode();
    }

    @Test
    void it_reports_its_uri() throws Exception {
        try (Demo demo = new Demo();
                TenonHttpServer http =
                        demo.http().path("/here").webSocket("/ws").start()) {
            assertThat(http.port()).isPositive();
            assertThat(http.uri()).hasToString("http://127.0.0.1:" + http.port() + "/here");
            assertThat(http.webSocketUri().orElseThrow()).hasToString("ws://127.0.0.1:" + http.port() + "/ws");
            assertThat(call(http)).isEqualTo(200);
        }
    }

    @Test
    void a_port_in_use_is_reported_with_what_to_do() {
        try (Demo demo = new Demo();
                TenonHttpServer first = demo.http().start()) {
            assertThatThrownBy(() -> demo.http().port(first.port()).start())
                    .isInstanceOf(HttpServerStartException.class)
                    .hasMessage(
                            "Cannot listen on 127.0.0.1:" + first.port()
                                    + ": the port is in use; stop the program that listens on it, or choose another port, or 0 for any");
        }
    }

    @Test
    void an_address_of_another_machine_is_reported_with_what_to_do() {
        try (Demo demo = new Demo()) {
            assertThatThrownBy(() -> demo.http().host("192.0.2.1").start())
                    .isInstanceOf(HttpServerStartException.class)
                    .hasMessageContaining("192.0.2.1 is not an address of this machine");
            assertThatThrownBy(() -> demo.http().host("nowhere.invalid").start())
                    .isInstanceOf(HttpServerStartException.class)
                    .hasMessageContaining("unknown host nowhere.invalid");
        }
    }

    @Test
    void a_start_on_a_thread_that_must_not_block_leaves_no_threads() {
        try (Demo demo = new Demo()) {
            Set<Thread> before = Thread.getAllStackTraces().keySet();
            ThreadBlockingContext.nonBlocking("test")
                    .run(() -> assertThatThrownBy(() -> demo.http().start())
                            .isInstanceOf(AssertionError.class)
                            .hasMessageContaining("start of an HTTP server"));
            assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> thread.getName().startsWith("vert") && !before.contains(thread))
                    .isEmpty();
        }
    }

    @Test
    void it_listens_only_on_this_machine_by_default() throws Exception {
        try (Demo demo = new Demo();
                TenonHttpServer local = demo.http().start();
                TenonHttpServer everywhere = demo.http().host("0.0.0.0").start()) {
            assertThatThrownBy(() -> new java.net.Socket("127.0.0.2", local.port()))
                    .isInstanceOf(ConnectException.class);
            new java.net.Socket("127.0.0.2", everywhere.port()).close();
            assertThat(everywhere.uri().getHost()).isEqualTo("localhost");
            assertThat(call(everywhere)).isEqualTo(200);
        }
    }

    @Test
    void the_same_port_can_be_served_again_after_closing() throws Exception {
        try (Demo demo = new Demo()) {
            TenonHttpServer first = demo.http().start();
            int port = first.port();
            call(first);
            first.close();
            first.close();
            first.awaitClosed();
            try (TenonHttpServer second = demo.http().port(port).start()) {
                assertThat(call(second)).isEqualTo(200);
            }
        }
    }

    @Test
    void closing_completes_pending_requests_and_accepts_no_new_ones() throws Exception {
        try (Demo demo = new Demo()) {
            TenonHttpServer http = demo.http().start();
            Client client = new Client(http.uri());
            CompletableFuture<String> waiting = CompletableFuture.supplyAsync(() -> {
                try {
                    return client.send(client.postModern(Client.modern(1, "tools/call", Client.call("wait", ""))))
                            .body();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            demo.waiting.await();
            CompletableFuture<Void> closing = CompletableFuture.runAsync(http::close);
            Await.until(() -> isRefused(http));

            assertThat(closing).isNotDone();
            assertThatThrownBy(() -> call(http)).isInstanceOf(ConnectException.class);
            demo.goOn.countDown();
            assertThat(waiting.get(20, TimeUnit.SECONDS)).contains("waited");
            closing.get(20, TimeUnit.SECONDS);
        }
    }

    private static boolean isRefused(TenonHttpServer http) {
        try {
            call(http);
            return false;
        } catch (Exception e) {
            return e instanceof ConnectException;
        }
    }

    @Test
    void closing_waits_no_longer_than_the_grace_period() throws Exception {
        try (Demo demo = new Demo()) {
            TenonHttpServer http = demo.http().start();
            Client client = new Client(http.uri());
            client.stream(client.postModern(Client.modern(1, "tools/call", Client.call("wait", ""))));
            demo.waiting.await();
            long start = System.nanoTime();
            http.close(Duration.ofMillis(500));

            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .as("less than the default")
                    .isLessThan(Duration.ofSeconds(9));
        }
    }

    @Test
    void closing_with_the_mcp_server_ends_streams_at_once() throws Exception {
        Demo demo = new Demo();
        TenonHttpServer http =
                demo.http().webSocket("/ws").closeServersOnShutdown().start();
        Client client = new Client(http.uri());
        Client.Events listening = client.stream(client.postModern(
                Client.modern(1, "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}")));
        listening.message();
        client.initialize("2025-11-25");
        Client.Events attended = client.stream(
                client.request().setHeader("Accept", "text/event-stream").GET().build());
        long start = System.nanoTime();
        http.close();

        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .as("less than the grace, for which calls are waited for")
                .isLessThan(Duration.ofSeconds(9));
        assertThat(listening.rest()).hasSize(1);
        assertThat(attended.rest()).isEmpty();
        assertThatThrownBy(() -> demo.http().start()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void an_authenticator_may_block() throws Exception {
        RequestAuthenticator slow = head -> {
            try {
                Thread.sleep(1000);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return "Bearer good".equals(head.header("Authorization"))
                    ? new RequestAuthenticator.AuthenticationSuccess(new CallerPrincipal("ann"))
                    : new RequestAuthenticator.AccessDenial(401, Map.of("WWW-Authenticate", "Bearer"));
        };
        try (Demo demo = new Demo();
                TenonHttpServer http = demo.http().authenticator(slow).start()) {
            Client client = new Client(http.uri());
            long start = System.nanoTime();
            CompletableFuture<?>[] all = new CompletableFuture<?>[20];
            for (int i = 0; i < all.length; i++) {
                all[i] = CompletableFuture.runAsync(
                        () -> {
                            try {
                                HttpResponse<String> refused = client.send(client.postModern(ECHO));
                                assertThat(refused.statusCode()).isEqualTo(401);
                                assertThat(refused.headers().firstValue("WWW-Authenticate"))
                                        .contains("Bearer");
                            } catch (Exception e) {
                                throw new AssertionError(e);
                            }
                        },
                        task -> new Thread(task).start());
            }
            CompletableFuture.allOf(all).get(60, TimeUnit.SECONDS);
            Duration together = Duration.ofNanos(System.nanoTime() - start);
            HttpResponse<String> known =
                    client.send(java.net.http.HttpRequest.newBuilder(client.postModern(ECHO), (name, value) -> true)
                            .header("Authorization", "Bearer good")
                            .build());

            assertThat(together).as("20 s, one after the other").isLessThan(Duration.ofSeconds(15));
            assertThat(known.statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_failure_of_the_authenticator_reveals_nothing() throws Exception {
        RequestAuthenticator broken = head -> {
            throw new IllegalStateException("the secret of the database");
        };
        try (Demo demo = new Demo();
                TenonHttpServer http = demo.http().authenticator(broken).start()) {
            Client client = new Client(http.uri());

            HttpResponse<String> response = client.send(client.postModern(ECHO));

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
