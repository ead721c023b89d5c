package dev.tenon.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.tenon.codec.MessageClassifier;
import dev.tenon.codec.MessageRoute;
import dev.tenon.codec.ProtocolHeaders;
import dev.tenon.json.JsonLimits;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.MessageReadResult;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.Request;
import dev.tenon.model.Revision;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fuzzes the message classifier: any message with any headers has a route. The first line of an input is the version
 * header, the second the session id ({@code -} for none), the rest is the message.
 */
public final class MessageClassifierTarget {
    private static final MessageReader READER = new MessageReader(JsonLimits.DEFAULT, 100);
    private static final Set<Integer> CODES = Set.of(
            ErrorCode.INVALID_REQUEST,
            ErrorCode.METHOD_NOT_FOUND,
            ErrorCode.INVALID_PARAMS,
            ErrorCode.HEADER_MISMATCH,
            ErrorCode.UNSUPPORTED_PROTOCOL_VERSION);
    private static final List<MessageClassifier> SERVERS = List.of(
            new MessageClassifier(Revision.newestFirst(), LeniencyPolicy.NONE),
            new MessageClassifier(List.of(Revision.newestFirst().get(0)), LeniencyPolicy.NONE),
            new MessageClassifier(
                    Revision.newestFirst().subList(1, Revision.newestFirst().size()), LeniencyPolicy.NONE));

    private MessageClassifierTarget() {}

    /** Called by the fuzzer. */
    public static void fuzzerTestOneInput(byte[] input) {
        int first = endOfLine(input, 0);
        int second = endOfLine(input, Math.min(first + 1, input.length));
        byte[] rest = Arrays.copyOfRange(input, Math.min(second + 1, input.length), input.length);
        if (READER.read(rest) instanceof MessageReadResult.ValidMessage valid) {
            String version = header(input, 0, first);
            String session = header(input, Math.min(first + 1, input.length), second);
            SERVERS.forEach(server -> classify(server, valid.message(), version, session, new LeakAssertions(input)));
        }
    }

    private static int endOfLine(byte[] input, int from) {
        int at = from;
        while (at < input.length && input[at] != '\n') {
            at++;
        }
        return at;
    }

    private static @Nullable String header(byte[] input, int from, int to) {
        String text = new String(input, from, Math.max(0, to - from), ISO_8859_1);
        return text.equals("-") ? null : text;
    }

    private static void classify(
            MessageClassifier server,
            JsonRpcMessage message,
            @Nullable String version,
            @Nullable String session,
            LeakAssertions leaks) {
        ProtocolHeaders headers = new ProtocolHeaders(version, session, request -> Optional.empty());
        ProtocolHeaders mismatching =
                new ProtocolHeaders(version, session, request -> Optional.of("Mcp-Method: broken"));
        MessageRoute route = server.classifyHttp(message, headers);
        check(route, message, session, leaks);
        FuzzAssertions.assertEqual(server.classifyHttp(message, headers), route, () -> "the same message again");
        MessageRoute mismatch = server.classifyHttp(message, mismatching);
        check(mismatch, message, session, leaks);
        FuzzAssertions.assertTrue(
                !(mismatch instanceof MessageRoute.StatelessRequest), () -> "a route despite a header mismatch");
        if (message instanceof Request request) {
            check(server.classifyOnConnection(request, session), message, session, leaks);
        }
    }

    private static void check(
            MessageRoute route, JsonRpcMessage message, @Nullable String session, LeakAssertions leaks) {
        if (route instanceof MessageRoute.RejectedMessage rejected) {
            FuzzAssertions.assertTrue(
                    CODES.contains(rejected.error().code()), () -> "rejected with " + rejected.error());
            leaks.assertNone(rejected.error().message());
        } else if (route instanceof MessageRoute.SessionMessage sessionMessage) {
            FuzzAssertions.assertEqual(sessionMessage.sessionId(), session, () -> "session");
        } else if (route instanceof MessageRoute.StatelessRequest || route instanceof MessageRoute.InitializeRequest) {
            FuzzAssertions.assertTrue(
                    message instanceof Request, () -> "a route for requests, but not a request: " + route);
        }
    }
}
