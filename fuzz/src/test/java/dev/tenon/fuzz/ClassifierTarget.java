package dev.tenon.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.tenon.json.JsonLimits;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.Message;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.Tolerance;
import dev.tenon.model.Revision;
import dev.tenon.wire.Classifier;
import dev.tenon.wire.HttpMarkers;
import dev.tenon.wire.Route;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The door between the eras: any message with any headers has a route. The first line is the version header, the second the
 * session id, where {@code -} stands for none; the rest is the message.
 */
public final class ClassifierTarget {
    private static final MessageReader GATE = new MessageReader(JsonLimits.DEFAULT, 100);
    private static final Set<Integer> CODES = Set.of(
            ErrorCode.INVALID_REQUEST,
            ErrorCode.METHOD_NOT_FOUND,
            ErrorCode.INVALID_PARAMS,
            ErrorCode.HEADER_MISMATCH,
            ErrorCode.UNSUPPORTED_PROTOCOL_VERSION);
    private static final List<Classifier> SERVERS = List.of(
            new Classifier(Revision.newestFirst(), Tolerance.NONE),
            new Classifier(List.of(Revision.newestFirst().get(0)), Tolerance.NONE),
            new Classifier(
                    Revision.newestFirst().subList(1, Revision.newestFirst().size()), Tolerance.NONE));

    private ClassifierTarget() {}

    /** Found by the fuzzer. */
    public static void fuzzerTestOneInput(byte[] input) {
        int first = endOfLine(input, 0);
        int second = endOfLine(input, Math.min(first + 1, input.length));
        byte[] rest = Arrays.copyOfRange(input, Math.min(second + 1, input.length), input.length);
        if (GATE.read(rest) instanceof Inbound.Accepted accepted) {
            String version = header(input, 0, first);
            String session = header(input, Math.min(first + 1, input.length), second);
            SERVERS.forEach(server -> classify(server, accepted.message(), version, session, new Leaks(input)));
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
            Classifier server, Message message, @Nullable String version, @Nullable String session, Leaks leaks) {
        HttpMarkers fine = new HttpMarkers(version, session, request -> Optional.empty());
        HttpMarkers broken = new HttpMarkers(version, session, request -> Optional.of("Mcp-Method: broken"));
        Route route = server.http(message, fine);
        check(route, message, session, leaks);
        Check.same(server.http(message, fine), route, () -> "the same message again");
        Route mismatch = server.http(message, broken);
        check(mismatch, message, session, leaks);
        Check.that(!(mismatch instanceof Route.Stateless), () -> "a route past a broken header");
        if (message instanceof Request request) {
            check(server.connection(request, session), message, session, leaks);
        }
    }

    private static void check(Route route, Message message, @Nullable String session, Leaks leaks) {
        if (route instanceof Route.Rejected rejected) {
            Check.that(CODES.contains(rejected.error().code()), () -> "rejected with " + rejected.error());
            leaks.noneIn(rejected.error().message());
        } else if (route instanceof Route.InSession in) {
            Check.same(in.sessionId(), session, () -> "session");
        } else if (route instanceof Route.Stateless || route instanceof Route.Opening) {
            Check.that(message instanceof Request, () -> "a route for requests, and no request: " + route);
        }
    }
}
