package dev.tenon.oauth.client.internal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.internal.login.LoopbackRedirectListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The listener for redirects: expected and unrelated requests. */
class LoopbackRedirectListenerTest {
    private static final URI ANY_PORT = URI.create("http://127.0.0.1/callback");

    private final LoopbackRedirectListener listener = LoopbackRedirectListener.open(ANY_PORT, 0);

    @AfterEach
    void close() {
        listener.close();
    }

    private CompletableFuture<String> awaitRedirect(Duration time) {
        return CompletableFuture.supplyAsync(
                () -> listener.awaitRedirect(time, query -> query.contains("mine"), query -> query.contains("good")));
    }

    private String send(String bytes) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", listener.redirect().getPort())) {
            socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
            socket.getOutputStream().flush();
            socket.setSoTimeout(10_000);
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }

    private String get(String target) throws IOException {
        return send("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    }

    @Test
    void a_response_is_accepted_and_not_repeated_in_the_page() throws Exception {
        CompletableFuture<String> redirect = awaitRedirect(Duration.ofSeconds(20));
        String page = get("/callback?state=mine&code=good&x=%3Cscript%3E");
        assertThat(redirect.get()).isEqualTo("state=mine&code=good&x=%3Cscript%3E");
        assertThat(page)
                .startsWith("HTTP/1.1 200")
                .contains("You can close this page")
                .contains("default-src 'none'")
                .contains("no-store")
                .doesNotContain("good")
                .doesNotContain("script");
    }

    @Test
    void an_error_response_is_accepted_and_the_page_shows_the_failure() throws Exception {
        CompletableFuture<String> redirect = awaitRedirect(Duration.ofSeconds(20));
        assertThat(get("/callback?state=mine&error=EVIL"))
                .startsWith("HTTP/1.1 400")
                .doesNotContain("EVIL");
        assertThat(redirect.get()).isEqualTo("state=mine&error=EVIL");
    }

    @Test
    void unrelated_requests_do_not_end_the_wait() throws Exception {
        CompletableFuture<String> redirect = awaitRedirect(Duration.ofSeconds(60));
        assertThat(get("/favicon.ico")).startsWith("HTTP/1.1 404");
        assertThat(get("/callback")).startsWith("HTTP/1.1 404");
        assertThat(get("/callback/more?code=good")).startsWith("HTTP/1.1 404");
        assertThat(get("http://127.0.0.1/callback?code=good")).startsWith("HTTP/1.1 404");
        assertThat(send("POST /callback?code=good HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 404");
        assertThat(send("\u0016\u0003\u0001 garbage\n")).startsWith("HTTP/1.1 404");
        assertThat(send("GET /callback?code=" + "a".repeat(100_000))).doesNotContain("200");
        // A connection without a request, as browsers open in advance.
        try (Socket idle = new Socket("127.0.0.1", listener.redirect().getPort())) {
            assertThat(get("/callback?state=mine&code=good")).startsWith("HTTP/1.1 200");
            assertThat(idle.isConnected()).isTrue();
        }
        assertThat(redirect.get()).isEqualTo("state=mine&code=good");
    }

    /** Issue 20, item 38: requests with a wrong state do not end the login. */
    @Test
    void responses_of_other_logins_do_not_end_the_wait() throws Exception {
        CompletableFuture<String> redirect = awaitRedirect(Duration.ofMinutes(2));
        for (int i = 0; i < 250; i++) {
            assertThat(get("/callback?state=other&code=good&error=EVIL"))
                    .startsWith("HTTP/1.1 400")
                    .doesNotContain("EVIL");
        }
        assertThat(get("/callback?state=mine&code=good")).startsWith("HTTP/1.1 200");
        assertThat(redirect.get()).isEqualTo("state=mine&code=good");
    }

    /** Issue 20, "it holds": a browser that keeps its connection open does not lose the login. */
    @Test
    void a_response_is_accepted_from_a_browser_that_keeps_its_connection_open() throws Exception {
        CompletableFuture<String> redirect = awaitRedirect(Duration.ofSeconds(20));
        try (Socket browser = new Socket("127.0.0.1", listener.redirect().getPort())) {
            browser.getOutputStream().write("GET /callback?state=mine&code=good HTTP/1.1\r\n\r\n".getBytes(ISO_8859_1));
            assertThat(redirect.get()).isEqualTo("state=mine&code=good");
        }
    }

    /** Issue 20, "it holds": a request that arrives byte by byte does not block the next one. */
    @Test
    void an_incomplete_request_does_not_block_the_browser() throws Exception {
        CompletableFuture<String> redirect = awaitRedirect(Duration.ofSeconds(60));
        try (Socket slow = new Socket("127.0.0.1", listener.redirect().getPort())) {
            slow.getOutputStream().write("GET /other HTTP/1.1\r\n".getBytes(ISO_8859_1));
            CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> sendUntil(redirect, slow));
            assertThat(get("/callback?state=mine&code=good")).startsWith("HTTP/1.1 200");
            assertThat(redirect.get()).isEqualTo("state=mine&code=good");
            sender.get();
        }
    }

    private static void sendUntil(CompletableFuture<String> redirect, Socket slow) {
        try {
            while (!redirect.isDone()) {
                slow.getOutputStream().write('x');
                Thread.sleep(20);
            }
        } catch (IOException | InterruptedException e) {
            // The connection was closed.
        }
    }

    @Test
    void the_wait_ends_after_the_time_limit() {
        assertThatThrownBy(() -> listener.awaitRedirect(Duration.ofMillis(600), query -> true, query -> true))
                .isInstanceOf(AuthorizationException.class)
                .hasMessageContaining("There was no login");
    }

    @Test
    void it_listens_on_127_0_0_1_only() throws Exception {
        assertThat(listener.redirect().toString()).matches("http://127\\.0\\.0\\.1:[0-9]+/callback");
        for (NetworkInterface network : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InetAddress address : Collections.list(network.getInetAddresses())) {
                if (!address.getHostAddress().equals("127.0.0.1")) {
                    assertThatThrownBy(() ->
                                    new Socket(address, listener.redirect().getPort()).close())
                            .isInstanceOf(IOException.class);
                }
            }
        }
    }

    @Test
    void a_registered_port_is_used_again_if_it_is_free() {
        int port = listener.redirect().getPort();
        try (LoopbackRedirectListener other = LoopbackRedirectListener.open(ANY_PORT, port)) {
            assertThat(other.redirect().getPort()).isNotEqualTo(port);
        }
        listener.close();
        try (LoopbackRedirectListener reopened = LoopbackRedirectListener.open(ANY_PORT, port)) {
            assertThat(reopened.redirect().getPort()).isEqualTo(port);
            assertThatThrownBy(() ->
                            LoopbackRedirectListener.open(URI.create("http://127.0.0.1:" + port + "/callback"), 0))
                    .isInstanceOf(AuthorizationException.class)
                    .hasMessageContaining("the port is in use");
        }
    }
}
