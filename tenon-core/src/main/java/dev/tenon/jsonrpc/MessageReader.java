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
import org.jspecify.annotations.Nullable;

/**
 * The gate: makes messages from bytes, for every transport and in both directions. It never throws; bytes that are no
 * message come out as exactly one error. Safe for use by many threads.
 *
 * <p>Parse error (-32700) for what is not JSON; invalid request (-32600) for JSON that is no message.
 */
public final class MessageReader {
    private static final Json VERSION = Json.of("2.0");

    private final JsonReader json;
    private final int maxBatch;

    /** A gate with these bounds; a batch of more than {@code maxBatch} messages is refused as a whole. */
    public MessageReader(JsonLimits limits, int maxBatch) {
        this.json = new JsonReader(limits);
        this.maxBatch = maxBatch;
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
        return invalid("Message larger than " + maxBytes() + " bytes", null);
    }

    private static Inbound.Refused refused(JsonException e) {
        if (e.reason() == JsonException.Reason.MALFORMED) {
            return new Inbound.Refused(new RpcError(ErrorCode.PARSE_ERROR, "Parse error: " + e.getMessage()), null);
        }
        return invalid(e.getMessage(), RequestId.orNull(e.seen().get("id")));
    }

    private Inbound batch(List<Json> elements) {
        if (elements.size() > maxBatch) {
            return invalid("Batch of more than " + maxBatch + " messages", null);
        }
        List<Inbound> parts = new ArrayList<>(elements.size());
        for (Json element : elements) {
            parts.add(message(element));
        }
        return new Inbound.Batch(List.copyOf(parts));
    }

    private static Inbound message(Json value) {
        if (!value.isObject()) {
            return invalid("A message is an object, not " + value.kind().word(), null);
        }
        Map<String, Json> members = value.members();
        Json id = members.get("id");
        String version = versionProblem(members.get("jsonrpc"));
        boolean response =
                !members.containsKey("method") && (members.containsKey("result") || members.containsKey("error"));
        if (response) {
            return version == null ? ResponseReader.read(members) : broken(version, id);
        }
        if (version != null) {
            return invalid(version, RequestId.orNull(id));
        }
        String problem = callProblem(members);
        if (problem != null) {
            return invalid(problem, RequestId.orNull(id));
        }
        return new Inbound.Accepted(call(members));
    }

    private static Message call(Map<String, Json> members) {
        Json name = Objects.requireNonNull(members.get("method"));
        String method = Objects.requireNonNull(name.string());
        Json id = members.get("id");
        Json params = members.get("params");
        return id == null ? new Notification(method, params) : new Request(new RequestId(id), method, params);
    }

    private static @Nullable String versionProblem(@Nullable Json version) {
        if (version == null) {
            return "jsonrpc: required, must be \"2.0\"";
        }
        return version.equals(VERSION) ? null : "jsonrpc: must be the string \"2.0\", got " + shown(version);
    }

    private static @Nullable String callProblem(Map<String, Json> members) {
        Json method = members.get("method");
        if (method == null) {
            return "method: required in a request, or result or error in a response";
        }
        if (method.kind() != JsonKind.STRING) {
            return "method: must be a string, got " + shown(method);
        }
        if (members.containsKey("result") || members.containsKey("error")) {
            return "method: not together with result or error";
        }
        Json id = members.get("id");
        if (id != null && !RequestId.isValid(id)) {
            return "id: must be a string or an integer, got " + shown(id);
        }
        Json params = members.get("params");
        return params == null || params.isObject() ? null : "params: must be an object, got " + shown(params);
    }

    private static Inbound.BrokenResponse broken(String problem, @Nullable Json id) {
        return new Inbound.BrokenResponse(problem, RequestId.orNull(id));
    }

    private static Inbound.Refused invalid(String problem, @Nullable RequestId id) {
        return new Inbound.Refused(new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: " + problem), id);
    }

    private static String shown(Json value) {
        return switch (value.kind()) {
            case STRING -> Quote.shortened(value.string());
            case NUMBER -> "number " + (value.size() <= 20 ? value.toString() : "of " + value.size() + " characters");
            default -> value.kind().word();
        };
    }
}
