package dev.tenon.http.embedded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Issue 20, "it holds": a client that starts in any way and then sends nothing is disconnected after {@link
 * HttpServerLimits#idleTimeout}, even if Vert.x does not report its connection.
 */
class SilentConnectionTest {
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final String HALF_SETTINGS = "\0\0\0\4\0";
    private static final String SETTINGS = "\0\0\0\4\0\0\0\0\0";
    private static final String UPGRADE = "GET /mcp HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\n"
            + "Connection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: ";
    private static final int READ_TIMEOUT_MS = 30_000;

    private static final Map<String, String> OVER_TLS = Map.of(
            "TLS, nothing",
            "",
            "TLS, half a preface",
            PREFACE.substring(0, 10),
            "TLS, a preface",
            PREFACE,
            "TLS, half of SETTINGS",
            PREFACE + HALF_SETTINGS,
            "TLS, SETTINGS",
            PREFACE + SETTINGS,
            "TLS, half of HEADERS",
            PREFACE + SETTINGS + "\0\0\20\1\0\0\0\0\1abc");

    private static final Map<String, String> IN_CLEAR_TEXT = Map.of(
            "nothing",
            "",
            "half a preface",
            PREFACE.substring(0, 16),
            "a preface",
            PREFACE,
            "half of SETTINGS",
            PREFACE + HALF_SETTINGS,
            "SETTINGS",
            PREFACE + SETTINGS,
            "half a head",
            "POST /mcp HTTP/1.1\r\nHost: loc",
            "empty lines",
            "\r\r\n\r\n",
            "a wrong upgrade",
            UPGRADE + "!!!\r\n\r\n",
            "an upgrade",
            UPGRADE + "AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n");

    private static final TestServer TEST_SERVER = new TestServer();
    private static final Map<String, Socket> SOCKETS = new LinkedHashMap<>();

    @TempDir
    static Path folder;

    private static TenonHttpServer https;
    private static TenonHttpServer http;

    /** Concurrently, because each has to wait for the idle timeout. */
    @BeforeAll
    static void openConnections() throws Exception {
        HttpServerLimits shortTimeout = HttpServerLimits.DEFAULT.withIdleTimeout(Duration.ofSeconds(2));
        TestCertificate certificate = new TestCertificate(folder);
        http = TEST_SERVER.httpBuilder().clearTextHttp2().limits(shortTimeout).start();
        https = TEST_SERVER
                .httpBuilder()
                .tls(TlsCertificate.fromPem(certificate.certificateFile, certificate.keyFile))
                .limits(shortTimeout)
                .start();
        for (Map.Entry<String, String> entry : IN_CLEAR_TEXT.entrySet()) {
            openConnection(entry, new Socket("127.0.0.1", http.port()));
        }
        for (Map.Entry<String, String> entry : OVER_TLS.entrySet()) {
            SSLSocket socket =
                    (SSLSocket) certificate.clientContext().getSocketFactory().createSocket("127.0.0.1", https.port());
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            openConnection(entry, socket);
        }
    }

    private static void openConnection(Map.Entry<String, String> entry, Socket socket) throws IOException {
        SOCKETS.put(entry.getKey(), socket);
        socket.setSoTimeout(READ_TIMEOUT_MS);
        socket.getOutputStream().write(entry.getValue().getBytes(ISO_8859_1));
        if (socket instanceof SSLSocket tls) {
            tls.startHandshake();
            assertThat(tls.getApplicationProtocol()).isEqualTo("h2");
        }
    }

    @AfterAll
    static void closeConnections() throws IOException {
        for (Socket socket : SOCKETS.values()) {
            socket.close();
        }
        http.close();
        https.close();
        TEST_SERVER.close();
    }

    static List<String> connectionNames() {
        return List.copyOf(SOCKETS.keySet());
    }

    @ParameterizedTest
    @MethodSource("connectionNames")
    void a_connection_that_becomes_silent_is_closed_after_the_idle_timeout(String name) {
        assertThat(isClosed(SOCKETS.get(name))).isTrue();
    }

    private static boolean isClosed(Socket socket) {
        try {
            socket.getInputStream().readAllBytes();
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}
