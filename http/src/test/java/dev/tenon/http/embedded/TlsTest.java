package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.json.Json;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TlsTest {
    private static final String ECHO =
            TestClient.modernRequest(1, "tools/call", TestClient.callParams("echo", "\"text\":\"hi\""));

    @TempDir
    static Path folder;

    private static TestCertificate certificate;

    @BeforeAll
    static void createCertificate() throws Exception {
        certificate = new TestCertificate(folder);
    }

    private static HttpClient buildHttpClient(HttpClient.Version version) throws Exception {
        return HttpClient.newBuilder()
                .sslContext(certificate.clientContext())
                .version(version)
                .build();
    }

    private static TlsCertificate pemCertificate() {
        return TlsCertificate.fromPem(certificate.certificateFile, certificate.keyFile);
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void a_client_chooses_http_2_or_1_over_tls(HttpClient.Version version) throws Exception {
        try (TestServer testServer = new TestServer();
                TenonHttpServer https =
                        testServer.httpBuilder().tls(pemCertificate()).start()) {
            TestClient client = new TestClient(https.uri(), buildHttpClient(version));

            HttpResponse<String> response = client.send(client.buildModernPost(ECHO));
            Json opened = client.initialize("2025-11-25");

            assertThat(https.uri().getScheme()).isEqualTo("https");
            assertThat(response.version()).isEqualTo(version);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).contains("\"hi\"");
            assertThat(opened.get("result")).isNotNull();
        }
    }

    @Test
    void a_key_store_can_be_used() throws Exception {
        try (TestServer testServer = new TestServer();
                TenonHttpServer https = testServer
                        .httpBuilder()
                        .tls(TlsCertificate.fromKeyStore(certificate.keyStoreFile, TestCertificate.PASSWORD))
                        .start()) {
            TestClient client = new TestClient(https.uri(), buildHttpClient(HttpClient.Version.HTTP_2));

            assertThat(client.send(client.buildModernPost(ECHO)).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void clear_text_is_not_served_beside_tls() throws Exception {
        try (TestServer testServer = new TestServer();
                TenonHttpServer https =
                        testServer.httpBuilder().tls(pemCertificate()).start();
                RawConnection connection = new RawConnection(https.port())) {
            connection.send(RawConnection.buildPost("tools/call", "echo", ECHO));

            assertThatThrownBy(connection::readResponse).isInstanceOf(IOException.class);
        }
    }

    @Test
    void many_streams_share_one_connection_of_http_2() throws Exception {
        try (TestServer testServer = new TestServer();
                TenonHttpServer https =
                        testServer.httpBuilder().tls(pemCertificate()).start()) {
            HttpClient http = buildHttpClient(HttpClient.Version.HTTP_2);
            TestClient client = new TestClient(https.uri(), http);
            client.send(client.buildModernPost(ECHO));
            List<CompletableFuture<HttpResponse<String>>> responses = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                HttpRequest request = client.buildModernPost(TestClient.modernRequest(
                        i, "tools/call", TestClient.callParams("echo", "\"text\":\"" + "x".repeat(20_000) + "\"")));
                responses.add(http.sendAsync(request, HttpResponse.BodyHandlers.ofString()));
            }

            for (int i = 0; i < 100; i++) {
                Json response =
                        Json.parse(responses.get(i).get(20, TimeUnit.SECONDS).body());
                assertThat(response.get("id").toString()).isEqualTo(String.valueOf(i));
            }
        }
    }

    @Test
    void closing_a_stream_of_http_2_cancels_its_call_and_no_other() throws Exception {
        try (TestServer testServer = new TestServer();
                TenonHttpServer https =
                        testServer.httpBuilder().tls(pemCertificate()).start()) {
            TestClient client = new TestClient(https.uri(), buildHttpClient(HttpClient.Version.HTTP_2));
            TestClient.EventStream subscription = client.openEvents(client.buildModernPost(TestClient.modernRequest(
                    1, "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}")));
            subscription.nextMessage();
            TestClient.EventStream events = client.openEvents(client.buildModernPost(
                    TestClient.modernRequest(2, "tools/call", TestClient.callParams("wait", ""))));
            events.nextMessage();
            events.close();

            assertThat(testServer.interrupted.await(20, TimeUnit.SECONDS)).isTrue();
            testServer.mcpServer.addTool("extra").handler((input, call) -> "extra");
            assertThat(subscription.nextMessage().get("method").string()).isEqualTo("notifications/tools/list_changed");
            subscription.close();
        }
    }

    @Test
    void a_body_that_is_too_large_is_rejected_over_http_2() throws Exception {
        try (TestServer testServer = new TestServer();
                TenonHttpServer https =
                        testServer.httpBuilder().tls(pemCertificate()).start()) {
            TestClient client = new TestClient(https.uri(), buildHttpClient(HttpClient.Version.HTTP_2));
            HttpRequest request = client.requestBuilder()
                    .POST(HttpRequest.BodyPublishers.fromPublisher(
                            HttpRequest.BodyPublishers.ofByteArray(new byte[16 << 20])))
                    .build();

            HttpResponse<String> response = client.send(request);

            assertThat(response.statusCode()).isEqualTo(413);
            assertThat(client.send(client.buildModernPost(ECHO)).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_body_that_does_not_arrive_is_a_timeout_over_http_2() throws Exception {
        HttpServerLimits shortTimeout = HttpServerLimits.DEFAULT.withBodyTimeout(Duration.ofMillis(300));
        try (TestServer testServer = new TestServer();
                TenonHttpServer https = testServer
                        .httpBuilder()
                        .tls(pemCertificate())
                        .limits(shortTimeout)
                        .start()) {
            TestClient client = new TestClient(https.uri(), buildHttpClient(HttpClient.Version.HTTP_2));
            HttpRequest request = client.requestBuilder()
                    .POST(HttpRequest.BodyPublishers.fromPublisher(subscriber -> {}))
                    .build();

            assertThatThrownBy(() -> client.send(request))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(java.net.http.HttpTimeoutException.class);
        }
    }

    @Test
    void clear_text_http_2_can_be_enabled() throws Exception {
        try (TestServer testServer = new TestServer();
                TenonHttpServer http = testServer.httpBuilder().clearTextHttp2().start();
                TenonHttpServer http1Server = testServer.httpBuilder().start()) {
            HttpClient http2Client =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
            TestClient client = new TestClient(http.uri(), http2Client);
            TestClient http1Client = new TestClient(http1Server.uri(), http2Client);
            client.send(client.buildModernPost(ECHO));

            assertThat(client.send(client.buildModernPost(ECHO)).version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(http1Client.send(http1Client.buildModernPost(ECHO)).version())
                    .isEqualTo(HttpClient.Version.HTTP_1_1);
        }
    }

    @Test
    void closing_ends_the_streams_of_http_2_in_order() throws Exception {
        try (TestServer testServer = new TestServer()) {
            TenonHttpServer https = testServer
                    .httpBuilder()
                    .tls(pemCertificate())
                    .closeServersOnShutdown()
                    .start();
            TestClient client = new TestClient(https.uri(), buildHttpClient(HttpClient.Version.HTTP_2));
            TestClient.EventStream events = client.openEvents(client.buildModernPost(TestClient.modernRequest(
                    1, "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}")));
            events.nextMessage();
            long start = System.nanoTime();
            https.close();

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(9));
            assertThat(events.readRemaining()).hasSize(1);
        }
    }

    @Test
    void an_unusable_certificate_or_key_is_reported() throws Exception {
        Path empty = Files.createFile(folder.resolve("empty.pem"));
        try (TestServer testServer = new TestServer()) {
            assertThatThrownBy(() -> TlsCertificate.fromPem(folder.resolve("none.pem"), certificate.keyFile))
                    .isInstanceOf(HttpServerStartException.class)
                    .hasMessageContaining("none.pem");
            assertThatThrownBy(() -> TlsCertificate.fromKeyStore(certificate.keyStoreFile, "wrong"))
                    .isInstanceOf(HttpServerStartException.class)
                    .hasMessageContaining("keys.p12");
            assertThatThrownBy(() -> testServer
                            .httpBuilder()
                            .tls(TlsCertificate.fromPem(empty, certificate.keyFile))
                            .start())
                    .isInstanceOf(HttpServerStartException.class)
                    .hasMessageContaining("TLS");
        }
    }
}
