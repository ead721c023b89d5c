package dev.tenon.client.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.internal.transport.network.WebSocketClientChannel;
import dev.tenon.client.internal.transport.streamable.StreamableHttpTransport;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.http.embedded.TlsCertificate;
import dev.tenon.internal.concurrent.HandlerExecutors;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.Revision;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with TLS, and therefore HTTP/2. */
class TlsTransportTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    static Path folder;

    private static Path keyStoreFile;
    private static TransportTestServer testServer;
    private static TenonHttpServer http;
    private static ExecutorService threads;

    private final RecordingListener listener = new RecordingListener();

    @BeforeAll
    static void start() throws Exception {
        keyStoreFile = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "it",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=dns:localhost,ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        keyStoreFile.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(keytool.waitFor(1, TimeUnit.MINUTES)).isTrue();
        testServer = new TransportTestServer();
        http = testServer
                .httpServerBuilder()
                .tls(TlsCertificate.fromKeyStore(keyStoreFile, PASSWORD))
                .webSocket("/ws")
                .start();
        threads = HandlerExecutors.create();
    }

    @AfterAll
    static void stop() {
        testServer.close();
        http.close();
        HandlerExecutors.shutDownNowAndAwait(threads);
    }

    private static SSLContext createSslContext() throws Exception {
        KeyStore serverKeys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keyStoreFile)) {
            serverKeys.load(in, PASSWORD.toCharArray());
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("it", serverKeys.getCertificate("it"));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }

    @Test
    void calls_and_their_cancellation_share_one_secure_connection() throws Exception {
        try (StreamableHttpTransport transport = new StreamableHttpTransport(
                ServerTarget.http(http.uri()).withTls(createSslContext()),
                ClientLimits.DEFAULT,
                threads,
                RecordingReceiver.TIMER)) {
            transport.open(listener);
            transport.setRevision(Revision.V2026_07_28);
            transport.send(ClientMessages.statelessToolCall(1, "wait", ""), ClientMessages.statelessHeaders("wait"));
            assertThat(testServer.waitStarted.await(20, TimeUnit.SECONDS)).isTrue();
            transport.send(ClientMessages.statelessToolCall(2, "count", ""), ClientMessages.statelessHeaders("count"));
            for (int i = 1; i <= 3; i++) {
                assertThat(listener.nextEvent("message").text()).contains("notifications/progress");
            }
            assertThat(listener.nextEvent("message").text()).contains("counted");

            assertThat(transport.abandon(RequestId.of(1))).isTrue();

            assertThat(testServer.waitInterrupted.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(listener.hasNoEvent(100)).isTrue();
        }
    }

    @Test
    void a_secure_web_socket_is_opened() throws Exception {
        URI uri = URI.create(http.uri().resolve("/ws").toString().replace("https:", "wss:"));
        WebSocketClientChannel channel = new WebSocketClientChannel(
                ServerTarget.webSocket(uri).withTls(createSslContext()),
                ClientLimits.DEFAULT,
                threads,
                RecordingReceiver.TIMER);
        try (ChannelTransport transport = new ChannelTransport(channel, channel::closeReason)) {
            transport.open(listener);
            transport.send(ClientMessages.initializeRequest("2025-11-25"), MirroredHeaders.NONE);
            assertThat(listener.nextEvent("message").text()).contains("\"2025-11-25\"");
        }
    }

    @Test
    void an_untrusted_server_gets_no_message() throws Exception {
        try (StreamableHttpTransport transport = new StreamableHttpTransport(
                ServerTarget.http(http.uri()), ClientLimits.DEFAULT, threads, RecordingReceiver.TIMER)) {
            transport.open(listener);
            transport.send(
                    ClientMessages.statelessToolCall(1, "echo", "\"text\":\"hi\""),
                    ClientMessages.statelessHeaders("echo"));
            assertThat(listener.nextEvent("failed").text()).contains("No secure connection");
        }
    }
}
