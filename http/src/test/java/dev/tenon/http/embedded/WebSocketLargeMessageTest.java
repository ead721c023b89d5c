package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.thread.BlockedThreadCheck;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses up to and beyond the size from which a message is sent as more than one WebSocket frame. */
@BlockedThreadCheck
class WebSocketLargeMessageTest {
    private static final String THREE_BYTES = "€";

    @ParameterizedTest
    @ValueSource(ints = {10, 21_000, 22_000, 300_000})
    void a_response_of_any_size_arrives_whole(int chars) throws Exception {
        String text = THREE_BYTES.repeat(chars);
        try (TestServer testServer = new TestServer();
                TenonHttpServer http = testServer.httpBuilder().webSocket("/ws").start();
                WebSocketClient client = new WebSocketClient(http.webSocketUri().orElseThrow())) {
            String call = TestClient.modernRequest(
                    1, "tools/call", TestClient.callParams("echo", "\"text\":\"" + text + "\""));
            for (int i = 0; i < 3; i++) {
                assertThat(client.sendAndReceive(call)
                                .get("result")
                                .get("content")
                                .elements()
                                .get(0)
                                .get("text")
                                .string())
                        .isEqualTo(text);
            }
        }
    }
}
