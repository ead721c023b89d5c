package dev.tenon.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.tenon.server.HttpBody;
import dev.tenon.server.HttpEndpoint;
import dev.tenon.server.HttpOptions;
import dev.tenon.server.McpServer;
import java.util.Arrays;
import java.util.Set;

/**
 * The endpoint behind any HTTP server. The first line is the method and the path, headers follow up to an empty line, the
 * rest is the body. Every request is answered exactly once and understandably, and afterwards the endpoint still works.
 * {@code SESSION} and {@code BATCHES} in a header stand for the ids of open sessions.
 */
public final class EndpointTarget {
    private static final McpServer SERVER = FuzzServer.start();
    private static final HttpEndpoint ENDPOINT = SERVER.http(HttpOptions.DEFAULT.withHttpSse("/sse"));
    private static final OpenSessions SESSIONS = new OpenSessions(ENDPOINT);
    private static final Set<Integer> STATUSES = Set.of(200, 202, 204, 400, 403, 404, 405, 406, 413, 415, 429, 503);

    private EndpointTarget() {}

    /** Found by the fuzzer: loads what is needed, which is not the first input's fault. */
    public static void fuzzerInitialize() throws InterruptedException {
        fuzzerTestOneInput(new byte[0]);
    }

    /** Found by the fuzzer. */
    public static void fuzzerTestOneInput(byte[] input) throws InterruptedException {
        int end = endOfHead(input);
        String head = SESSIONS.named(new String(input, 0, Math.max(0, end - 2), ISO_8859_1));
        Answer answer = answer(ENDPOINT, Head.of(head), Arrays.copyOfRange(input, end, input.length));
        Check.that(STATUSES.contains(answer.status()), () -> "status " + answer.status());
        answer.check(new Leaks(input));
        answer.disconnect();
        SESSIONS.check();
        ErrorLog.isEmpty();
    }

    /** Hands a request in, and waits for the beginning of its answer. */
    static Answer answer(HttpEndpoint endpoint, Head head, byte[] body) throws InterruptedException {
        Answer answer = new Answer();
        HttpBody taker = endpoint.begin(head, answer);
        if (taker != null && body.length > taker.maxBytes()) {
            taker.tooLarge();
        } else if (taker != null) {
            taker.received(body);
        }
        answer.await();
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
