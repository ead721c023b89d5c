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
    private static final String ECHO = Client.modern(1, "tools/call", Client.call("echo", "\"text\":\"hi\""));

    @TempDir
    static Path folder;

    private static Certificates certificates;

    @BeforeAll
    static void certify() throws Exception {
        certificates = new Certificates(folder);
    }

    private static HttpClient trusting(HttpClient.Version version) throws Exception {
        return HttpClient.newBuilder()
                .sslContext(certificates.trust())
                .version(version)
                .build();
    }

    private static TlsCertificate pem() {
        return TlsCertificate.fromPem(certificates.certificate, certificates.key);
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void a_client_chooses_http_2_or_1_over_tls(HttpClient.Version version) throws Exception {
        try (Demo demo = new Demo();
                TenonHttpServer https = demo.http().tls(pem()).start()) {
            Client client = new Client(https.uri(), trusting(version));

            HttpResponse<String> response = client.send(client.postModern(ECHO));
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
        try (Demo demo = new Demo();
                TenonHttpServer https = demo.http()
                        .tls(TlsCertificate.fromKeyStore(certificates.keyStore, Certificates.PASSWORD))
                        .start()) {
            Client client = new Client(https.uri(), trusting(HttpClient.Version.HTTP_2));

            assertThat(client.send(client.postModern(ECHO)).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void clear_text_is_not_served_beside_tls() throws Exception {
        try (Demo demo = new Demo();
                TenonHttpServer https = demo.http().tls(pem()).start();
                RawConnection connection = new RawConnection(https.port())) {
            connection.send(RawConnection.post("tools/call", "echo", ECHO));

            assertThatThrownBy(connection::answer).isInstanceOf(IOException.class);
        }
    }

    @Test
    void many_streams_share_one_connection_of_http_2() throws Exception {
        try (Demo demo = new Demo();
                TenonHttpServer https = demo.http().tls(pem()).start()) {
            HttpClient http = trusting(HttpClient.Version.HTTP_2);
            Client client = new Client(https.uri(), http);
            client.send(client.postModern(ECHO));
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                HttpRequest request = client.postModern(
                        Client.modern(i, "tools/call", Client.call("echo", "\"text\":\"" + "x".repeat(20_000) + "\"")));
                answers.add(http.sendAsync(request, HttpResponse.BodyHandlers.ofString()));
            }

            for (int i = 0; i < 100; i++) {
                Json answer =
                        Json.parse(answers.get(i).get(20, TimeUnit.SECONDS).body());
                assertThat(answer.get("id").toString()).isEqualTo(String.valueOf(i));
            }
        }
    }

    @Test
    void closing_a_stream_of_http_2_cancels_its_call_and_no_other() throws Exception {
        try (Demo demo = new Demo();
                TenonHttpServer https = demo.http().tls(pem()).start()) {
            Client client = new Client(https.uri(), trusting(HttpClient.Version.HTTP_2));
            Client.Events listening = client.stream(client.postModern(
                    Client.modern(1, "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}")));
            listening.message();
            Client.Events events =
                    client.stream(client.postModern(Client.modern(2, "tools/call", Client.call("wait", ""))));
            events.message();
            events.close();

            assertThat(demo.interrupted.await(20, TimeUnit.SECONDS)).isTrue();
            demo.server.addTool("extra").handler((input, call) -> "extra");
            assertThat(listening.message().get("method").string()).isEqualTo("notifications/tools/list_changed");
            listening.close();
        }
    }

    @Test
    void a_body_that_is_too_large_is_rejected_over_http_2() throws Exception {
        try (Demo demo = new Demo();
                TenonHttpServer https = demo.http().tls(pem()).start()) {
            Client client = new Client(https.uri(), trusting(HttpClient.Version.HTTP_2));
            HttpRequest unannounced = client.request()
                    .POST(HttpRequest.BodyPublishers.fromPublisher(
                            HttpRequest.BodyPublishers.ofByteArray(new byte[16 << 20])))
                    .build();

            HttpResponse<String> response = client.send(unannounced);

            assertThat(response.statusCode()).isEqualTo(413);
            assertThat(client.send(client.postModern(ECHO)).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_body_that_does_not_arrive_is_a_timeout_over_http_2() throws Exception {
        HttpServerLimits shortTimeout = HttpServerLimits.DEFAULT.withBodyTimeout(Duration.ofMillis(300));
        try (Demo demo = new Demo();
                TenonHttpServer https =
                        demo.http().tls(pem()).limits(shortTimeout).start()) {
            Client client = new Client(https.uri(), trusting(HttpClient.Version.HTTP_2));
            HttpRequest request = client.request()
                    .POST(HttpRequest.BodyPublishers.fromPublisher(subscriber -> {}))
                    .build();

            assertThatThrownBy(() -> client.send(request))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(java.net.http.HttpTimeoutException.class);
        }
    }

    @Test
    void clear_text_http_2_can_be_enabled() throws Exception {
        try (Demo demo = new Demo();
                TenonHttpServer http = demo.http().clearTextHttp2().start();
                TenonHttpServer without = demo.http().start()) {
            HttpClient upgrading =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
            Client client = new Client(http.uri(), upgrading);
            Client plain = new Client(without.uri(), upgrading);
            client.send(client.postModern(ECHO));

            assertThat(client.send(client.postModern(ECHO)).version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(plain.send(plain.postModern(ECHO)).version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        }
    }

    @Test
    void closing_ends_the_streams_of_http_2_in_order() throws Exception {
        try (Demo demo = new Demo()) {
            TenonHttpServer https =
                    demo.http().tls(pem()).closeServersOnShutdown().start();
            Client client = new Client(https.uri(), trusting(HttpClient.Version.HTTP_2));
            Client.Events events = client.stream(client.postModern(
                    Client.modern(1, "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}")));
            events.message();
            long start = System.nanoTime();
            https.close();

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(9));
            assertThat(events.rest()).hasSize(1);
        }
    }

    @Test
    void an_unusable_certificate_or_key_is_reported() throws Exception {
        Path empty = Files.createFile(folder.resolve("empty.pem"));
        try (Demo demo = new Demo()) {
            assertThatThrownBy(() -> TlsCertificate.fromPem(folder.resolve("none.pem"), certificates.key))
                    .isInstanceOf(HttpServerStartException.class)
                    .hasMessageContaining("none.pem");
            assertThatThrownBy(() -> TlsCertificate.fromKeyStore(certificates.keyStore, "wrong"))
                    .isInstanceOf(HttpServerStartException.class)
                    .hasMessageContaining("keys.p12");
            assertThatThrownBy(() -> demo.http()
                            .tls(TlsCertificate.fromPem(empty, certificates.key))
                            .start())
                    .isInstanceOf(HttpServerStartException.class)
                    .hasMessageContaining("TLS");
        }
    }
}
