package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 20, item 34: ambiguous requests are rejected, and nothing after them is served (RFC 9112). */
class StrictRequestTest {
    private static final String BODY = TestClient.modernRequest(1, "server/discover", "");
    private static final String HEAD = RawConnection.buildHead("server/discover", "");
    private static final String CHUNKED_BODY = Integer.toHexString(BODY.length()) + "\r\n" + BODY + "\r\n0\r\n\r\n";
    private static final TestServer TEST_SERVER = new TestServer();
    private static TenonHttpServer http;

    @BeforeAll
    static void start() {
        http = TEST_SERVER.httpBuilder().start();
    }

    @AfterAll
    static void stop() {
        http.close();
        TEST_SERVER.close();
    }

    static Stream<Arguments> malformedRequests() {
        String chunked = HEAD + "Transfer-Encoding: chunked\r\n\r\n";
        String length = "Content-Length: " + BODY.length() + "\r\n";
        String get = "GET /mcp HTTP/1.1\r\nHost: localhost\r\n";
        return Stream.of(
                Arguments.of("gzip", 501, HEAD + "Transfer-Encoding: gzip\r\n\r\n"),
                Arguments.of("gzip, chunked", 501, HEAD + "Transfer-Encoding: gzip, chunked\r\n\r\n" + CHUNKED_BODY),
                Arguments.of("two codings", 501, HEAD + "Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n"),
                Arguments.of("chunked twice", 501, HEAD + "Transfer-Encoding: chunked, chunked\r\n\r\n" + CHUNKED_BODY),
                Arguments.of("identity", 501, HEAD + "Transfer-Encoding: identity\r\n\r\n" + BODY),
                Arguments.of("quoted", 501, HEAD + "Transfer-Encoding: \"chunked\"\r\n\r\n" + CHUNKED_BODY),
                Arguments.of("both", 400, HEAD + "Transfer-Encoding: chunked\r\n" + length + "\r\n" + CHUNKED_BODY),
                Arguments.of("both, gzip", 400, HEAD + length + "Transfer-Encoding: gzip\r\n\r\n" + BODY),
                Arguments.of("chunked in 1.0", 400, chunked.replace("HTTP/1.1", "HTTP/1.0") + CHUNKED_BODY),
                Arguments.of("two lengths", 400, HEAD + length + "Content-Length: 1\r\n\r\n" + BODY),
                Arguments.of("equal lengths", 400, HEAD + length + length + "\r\n" + BODY),
                Arguments.of("two hosts", 400, HEAD + "Host: localhost\r\n" + length + "\r\n" + BODY),
                Arguments.of("signed length", 400, HEAD + "Content-Length: +" + BODY.length() + "\r\n\r\n" + BODY),
                Arguments.of("list of lengths", 400, HEAD + "Content-Length: 5, 5\r\n\r\n" + BODY),
                Arguments.of("empty name", 400, HEAD + ": x\r\n" + length + "\r\n" + BODY),
                Arguments.of("blank before colon", 400, HEAD + "Content-Length : 5\r\n\r\n" + BODY),
                Arguments.of("no colon", 400, get + "Nothing\r\n\r\n"),
                Arguments.of("folded", 400, HEAD + "X-A: a\r\n b\r\n" + length + "\r\n" + BODY),
                Arguments.of("folded with a tab", 400, HEAD + "X-A: a\r\n\tb\r\n" + length + "\r\n" + BODY),
                Arguments.of("bare LF", 400, get + "X-A: a\nX-B: b\r\n\r\n"),
                Arguments.of("blank before chunk size", 400, chunked + " " + CHUNKED_BODY),
                Arguments.of("blank after chunk size", 400, chunked + CHUNKED_BODY.replaceFirst("\r\n", " \r\n")),
                Arguments.of("no chunk size", 400, chunked + "\r\n" + CHUNKED_BODY),
                Arguments.of("signed chunk size", 400, chunked + "+" + CHUNKED_BODY),
                Arguments.of("0x", 400, chunked + "0x" + CHUNKED_BODY),
                Arguments.of("huge chunk size", 400, chunked + "f".repeat(17) + "\r\n"),
                Arguments.of("chunk too long", 400, chunked + "1\r\n" + BODY + "\r\n0\r\n\r\n"),
                Arguments.of("LF in a chunk size", 400, chunked + CHUNKED_BODY.replaceFirst("\r\n", "\n")),
                Arguments.of("folded trailer", 400, chunked + CHUNKED_BODY.strip() + "\r\nA: b\r\n c\r\n\r\n"),
                Arguments.of(
                        "a key of an old WebSocket",
                        400,
                        get + "Sec-WebSocket-Key1: 1\r\nSec-WebSocket-Key2: 2\r\n\r\n01234567"),
                Arguments.of("other host", 400, "GET http://localhost:1/mcp HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformedRequests")
    void an_ambiguous_request_is_rejected_and_the_rest_is_not_served(String name, int status, String request)
            throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send(request + RawConnection.buildPost("server/discover", "", BODY));
            RawConnection.RawResponse response = connection.readResponse();
            assertThat(response.status()).isEqualTo(status);
            assertThat(response.headers()).containsEntry("connection", "close");
            assertThat(response.body()).contains("-32600");
            assertThat(connection.isClosedByServer()).isTrue();
        }
    }

    /** Issue 20, "it holds": the decoder accepts several spaces, other blanks and control characters as separators. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r",
                "\r\r\nGET http://evil.example/mcp HTTP/1.1",
                "\013\r\nGET http://evil.example/mcp HTTP/1.1",
                "\rGET http://evil.example/mcp HTTP/1.1",
                " GET http://evil.example/mcp HTTP/1.1",
                "GET\thttp://evil.example/mcp\tHTTP/1.1",
                "GET\013http://evil.example/mcp HTTP/1.1",
                "GET\fhttp://evil.example/mcp HTTP/1.1",
                "GET  http://evil.example/mcp HTTP/1.1",
                "GET http://evil.example/mcp\tHTTP/1.1",
                "GET http://evil.example/mcp  HTTP/1.1",
                "GET http://evil.example/mcp HTTP/1.1 ",
                "GET http://evil.example/mcp\177 HTTP/1.1",
                "G(T http://evil.example/mcp HTTP/1.1",
                "GET http://evil.example/mcp",
                "GET http://evil.example/mcp HTTP/1.",
                "GET http://evil.example/mcp http/1.1",
                "GET  HTTP/1.1",
                "GET",
            })
    void a_first_line_is_exactly_a_method_a_target_and_a_version(String line) throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send(line + "\r\n" + (line.equals("\r") ? "" : "Host: localhost\r\n") + "\r\n");
            assertThat(connection.readResponse().status()).isEqualTo(400);
            assertThat(connection.isClosedByServer()).isTrue();
        }
    }

    static Stream<String> unambiguousRequests() {
        String length = "Content-Length: " + BODY.length() + "\r\n";
        String chunked = HEAD + "Transfer-Encoding: chunked\r\n\r\n";
        return Stream.of(
                HEAD + "Transfer-Encoding: CHUNKED\r\n\r\n" + CHUNKED_BODY,
                HEAD + "transfer-encoding:\tchunked \r\n\r\n" + CHUNKED_BODY,
                chunked + CHUNKED_BODY.replaceFirst("\r\n", ";a=b\r\n"),
                chunked + CHUNKED_BODY.replaceFirst("\r\n", " ; a\r\n"),
                chunked + "0000" + CHUNKED_BODY,
                chunked + CHUNKED_BODY.strip() + "\r\nX-Trailer: a\r\n\r\n",
                "\r\n" + HEAD + length + "\r\n" + BODY,
                (HEAD + length).replace("POST /mcp", "POST http://LocalHost/mcp") + "\r\n" + BODY);
    }

    @ParameterizedTest
    @MethodSource("unambiguousRequests")
    void an_unambiguous_request_is_served_and_the_connection_stays_open(String request) throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            for (int i = 0; i < 2; i++) {
                RawConnection.RawResponse response = connection.send(request).readResponse();
                assertThat(response.status()).isEqualTo(200);
                assertThat(response.body()).contains("supportedVersions");
            }
        }
    }

    @Test
    void the_host_of_an_absolute_target_is_its_authority() throws Exception {
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send("GET http://evil.example/mcp HTTP/1.1\r\nHost: evil.example\r\n\r\n");
            assertThat(connection.readResponse().status()).isEqualTo(403);
            connection.send("GET http://evil.example/mcp HTTP/1.0\r\n\r\n");
            assertThat(connection.readResponse().status()).isEqualTo(403);
        }
        try (RawConnection connection = new RawConnection(http.port())) {
            connection.send("GET http://evil.example/mcp HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(connection.readResponse().status()).isEqualTo(400);
            assertThat(connection.isClosedByServer()).isTrue();
        }
    }
}
