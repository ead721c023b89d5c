package dev.tenon.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.tenon.server.McpServer;
import dev.tenon.server.http.HttpBodyReceiver;
import dev.tenon.server.http.HttpEndpoint;
import dev.tenon.server.http.HttpOptions;
import java.util.Arrays;
import java.util.Set;

/**
 * The endpoint behind any HTTP server. The first line is the method and the path, headers follow up to an empty line,
 * the rest is the body. Every request is answered exactly once and understandably, and afterwards the endpoint still
 * works. {@code SESSION} and {@code BATCHES} in a header stand for the ids of open sessions.
 */
public final class HttpEndpointTarget {
    private static final McpServer SERVER = FuzzServer.start();
    private static final HttpEndpoint ENDPOINT = SERVER.createHttpEndpoint(HttpOptions.DEFAULT.withHttpSse("/sse"));
    private static final SessionPool SESSIONS = new SessionPool(ENDPOINT);
    private static final Set<Integer> STATUSES = Set.of(200, 202, 204, 400, 403, 404, 405, 406, 413, 415, 429, 503);

    private HttpEndpointTarget() {}

    /** Found by the fuzzer: loads what is needed, which is not the first input's fault. */
    public static void fuzzerInitialize() throws InterruptedException {
        fuzzerTestOneInput(new byte[0]);
    }

    /** Found by the fuzzer. */
    public static void fuzzerTestOneInput(byte[] input) throws InterruptedException {
        int end = endOfHead(input);
        String head = SESSIONS.fillSessionIds(new String(input, 0, Math.max(0, end - 2), ISO_8859_1));
        RecordedResponse answer =
                send(ENDPOINT, FuzzRequestHead.of(head), Arrays.copyOfRange(input, end, input.length));
        FuzzAssertions.assertTrue(STATUSES.contains(answer.status()), () -> "status " + answer.status());
        answer.assertValid(new LeakAssertions(input));
        answer.disconnect();
        SESSIONS.assertAlive();
        ErrorLog.assertEmpty();
    }

    /** Hands a request in, and waits for the beginning of its answer. */
    static RecordedResponse send(HttpEndpoint endpoint, FuzzRequestHead head, byte[] body) throws InterruptedException {
        RecordedResponse answer = new RecordedResponse();
        HttpBodyReceiver taker = endpoint.handleHead(head, answer);
        if (taker != null && body.length > taker.maxBytes()) {
            taker.onTooLarge();
        } else if (taker != null) {
            taker.onBody(body);
        }
        answer.awaitHead();
        return answer;
    }

    private static int endOfHead(byte[] input) {
        for (int i = 1; i < input.length; i++) {
            if (input[i] == '\n' && input[i - 1] == '\n') {
                return i + 1;
            }
        }
        return input.length;
    }
}
