package dev.tenon.jsonrpc;

import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonKind;
import dev.tenon.json.JsonLimits;
import dev.tenon.json.JsonReader;
import dev.tenon.json.Quote;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The gate: makes messages from bytes, for every transport and in both directions. It never throws; bytes that are no
 * message come out as exactly one error. Safe for use by many threads.
 *
 * <p>Parse error (-32700) for what is not JSON; invalid request (-32600) for JSON that is no message.
 */
public final class MessageReader {
    private static final int QUOTES = 2;
    private static final Json VERSION = Json.of("2.0");

    private final JsonReader json;
    private final int maxBatch;
    private final Tolerance tolerance;
    private final Runnable limitMet;

    /** A gate with these bounds; a batch of more than {@code maxBatch} messages is refused as a whole. */
    public MessageReader(JsonLimits limits, int maxBatch) {
        this(limits, maxBatch, Tolerance.NONE, () -> {});
    }

    /**
     * As the other, but what has one meaning only is put right where that is tolerated: {@code jsonrpc} that is missing,
     * {@code null} where nothing belongs, an empty array of params, an error without a message.
     *
     * @param limitMet run each time that a message is refused because of a limit
     */
    public MessageReader(JsonLimits limits, int maxBatch, Tolerance tolerance, Runnable limitMet) {
        this.json = new JsonReader(limits);
        this.maxBatch = maxBatch;
        this.tolerance = tolerance;
        this.limitMet = limitMet;
    }

    /** The largest message in bytes. */
    public int maxBytes() {
        return json.limits().bytes();
    }

    /** Reads one message or one batch. The array is kept: the caller gives it away. */
    public Inbound read(byte[] bytes) {
        Json value;
        try {
            value = json.read(bytes);
        } catch (JsonException e) {
            return refused(e);
        }
        return value.kind() == JsonKind.ARRAY ? batch(value.elements()) : message(value);
    }

    /** The refusal of a message that was too large to be read at all. */
    public Inbound.Refused tooLarge() {
        return limited("Message larger than " + maxBytes() + " bytes (limit: json.bytes)");
    }

    private Inbound refused(JsonException e) {
        if (e.reason() == JsonException.Reason.MALFORMED) {
            return new Inbound.Refused(new RpcError(ErrorCode.PARSE_ERROR, "Parse error: " + e.getMessage()), null);
        }
        if (e.reason() == JsonException.Reason.LIMIT) {
            limitMet.run();
        }
        if (isResponse(e.names())) {
            return broken(e.getMessage(), e.seen().get("id"));
        }
        // Beyond a limit the rest was not read, and an id may stand there.
        boolean whole = e.reason() == JsonException.Reason.DUPLICATE_NAME;
        boolean notification = whole && isNotification(e.names(), e.seen());
        return new Inbound.Refused(
                invalidRequest(e.getMessage()),
                RequestId.orNull(e.seen().get("id")),
                notification,
                e.names().contains("method"));
    }

    private Inbound batch(List<Json> elements) {
        if (elements.size() > maxBatch) {
            return limited("Batch of more than " + maxBatch + " messages (limit: batchMessages)");
        }
        List<Inbound> parts = new ArrayList<>(elements.size());
        for (Json element : elements) {
            parts.add(message(element));
        }
        return new Inbound.Batch(List.copyOf(parts));
    }

    private Inbound message(Json value) {
        if (!value.isObject()) {
            return invalid("A message is an object, not " + value.kind().word());
        }
        Inbound exact = message(value.members());
        return exact instanceof Inbound.Accepted ? exact : mended(value.members(), exact);
    }

    /** The message as it was meant, if that is plain and may be; else as it was judged before. */
    private Inbound mended(Map<String, Json> members, Inbound refused) {
        if (tolerance == Tolerance.NONE) {
            return refused;
        }
        Mending mending = Mending.of(members);
        if (mending.changes().isEmpty()) {
            return refused;
        }
        Inbound mended = message(mending.members());
        boolean passes = mended instanceof Inbound.Accepted && tolerance.lets(Tolerance.Check.GATE, mending.changes());
        return passes ? mended : refused;
    }

    private Inbound message(Map<String, Json> members) {
        Json id = members.get("id");
        Json method = members.get("method");
        boolean answers = members.containsKey("result") || members.containsKey("error");
        String version = versionProblem(members.get("jsonrpc"));
        if (method == null && answers) {
            return version == null ? ResponseReader.read(members) : broken(version, id);
        }
        Json params = members.get("params");
        String problem = version == null ? callProblem(method, answers, id, params) : version;
        if (problem != null) {
            boolean notification = isNotification(members.keySet(), members);
            return new Inbound.Refused(invalidRequest(problem), RequestId.orNull(id), notification, method != null);
        }
        return new Inbound.Accepted(call(Objects.requireNonNull(method), id, params));
    }

    /** What has no method but a result or an error is meant as a response, which is never answered. */
    private static boolean isResponse(Set<String> names) {
        return !names.contains("method") && (names.contains("result") || names.contains("error"));
    }

    /** Whether this is a notification by its form, whatever else is wrong with it. */
    private static boolean isNotification(Set<String> names, Map<String, Json> members) {
        Json method = members.get("method");
        return !names.contains("id")
                && VERSION.equals(members.get("jsonrpc"))
                && method != null
                && method.kind() == JsonKind.STRING;
    }

    private static Message call(Json name, @Nullable Json id, @Nullable Json params) {
        String method = Objects.requireNonNull(name.string());
        return id == null ? new Notification(method, params) : new Request(new RequestId(id), method, params);
    }

    private static @Nullable String versionProblem(@Nullable Json version) {
        if (version == null) {
            return "jsonrpc: required, must be \"2.0\"";
        }
        return version.equals(VERSION) ? null : "jsonrpc: must be the string \"2.0\", got " + shown(version);
    }

    private @Nullable String callProblem(
            @Nullable Json method, boolean answers, @Nullable Json id, @Nullable Json params) {
        if (method == null) {
            return "method: required in a request, or result or error in a response";
        }
        if (method.kind() != JsonKind.STRING) {
            return "method: must be a string, got " + shown(method);
        }
        if (answers) {
            return "method: not together with result or error";
        }
        if (id != null && !RequestId.isValid(id)) {
            return "id: must be a string or an integer, got " + shown(id);
        }
        if (isTooLong(method) || id != null && isTooLong(id)) {
            limitMet.run();
            return (isTooLong(method) ? "method" : "id") + ": at most "
                    + json.limits().nameChars() + " bytes (limit: json.nameChars)";
        }
        return params == null || params.isObject() ? null : "params: must be an object, got " + shown(params);
    }

    private boolean isTooLong(Json name) {
        return name.size() - QUOTES > json.limits().nameChars();
    }

    private static Inbound.BrokenResponse broken(String problem, @Nullable Json id) {
        return new Inbound.BrokenResponse(problem, RequestId.orNull(id));
    }

    private Inbound.Refused limited(String problem) {
        limitMet.run();
        return invalid(problem);
    }

    private static Inbound.Refused invalid(String problem) {
        return new Inbound.Refused(invalidRequest(problem), null);
    }

    private static RpcError invalidRequest(String problem) {
        return new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: " + problem);
    }

    private static String shown(Json value) {
        return switch (value.kind()) {
            case STRING -> Quote.shortened(value.string());
            case NUMBER -> "number " + (value.size() <= 20 ? value.toString() : "of " + value.size() + " characters");
            default -> value.kind().word();
        };
    }
}
