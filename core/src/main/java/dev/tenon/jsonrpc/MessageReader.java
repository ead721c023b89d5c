package dev.tenon.jsonrpc;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonKind;
import dev.tenon.json.JsonLimits;
import dev.tenon.json.JsonReader;
import dev.tenon.jsonrpc.MessageReadResult.InvalidMessage;
import dev.tenon.jsonrpc.MessageReadResult.ValidMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses bytes into messages, for all transports and in both directions. It never throws: invalid bytes result in
 * exactly one error. Thread-safe.
 *
 * <p>Bytes that are not JSON get a parse error (-32700); JSON that is not a message gets an invalid request error
 * (-32600).
 */
public final class MessageReader {
    private static final int QUOTE_CHARS = 2;
    private static final Json VERSION = Json.of("2.0");

    private final JsonReader json;
    private final int maxBatch;
    private final LeniencyPolicy leniency;
    private final Runnable onLimitExceeded;

    /**
     * Creates a reader that accepts only valid messages.
     *
     * @param limits limits of each message
     * @param maxBatch the largest number of messages in a batch; a larger batch is rejected as a whole
     */
    public MessageReader(JsonLimits limits, int maxBatch) {
        this(limits, maxBatch, LeniencyPolicy.NONE, () -> {});
    }

    /**
     * Like {@link #MessageReader(JsonLimits, int)}, but repairs messages that have a single possible meaning if the
     * policy accepts them: a missing {@code jsonrpc}, {@code null} where no value is allowed, an empty array of params,
     * an error without a message.
     *
     * @param onLimitExceeded called each time that a message is rejected because of a limit
     */
    public MessageReader(JsonLimits limits, int maxBatch, LeniencyPolicy leniency, Runnable onLimitExceeded) {
        this.json = new JsonReader(limits);
        this.maxBatch = maxBatch;
        this.leniency = leniency;
        this.onLimitExceeded = onLimitExceeded;
    }

    /** Returns the limit of the size of a message, in bytes. */
    public int maxBytes() {
        return json.limits().bytes();
    }

    /** Parses one message or one batch. The reader keeps the array: the caller must not change it afterwards. */
    public MessageReadResult read(byte[] bytes) {
        Json value;
        try {
            value = json.read(bytes);
        } catch (JsonException e) {
            return rejectInvalidJson(e);
        }
        return value.kind() == JsonKind.ARRAY ? readBatch(value.elements()) : readMessage(value);
    }

    /** Returns the error for a message that was too large to be read. Each call reports an exceeded limit. */
    public InvalidMessage rejectOversized() {
        return reportLimitAndReject("Message larger than " + maxBytes() + " bytes (limit: json.bytes)");
    }

    private MessageReadResult rejectInvalidJson(JsonException e) {
        if (e.reason() == JsonException.JsonErrorReason.MALFORMED) {
            return new InvalidMessage(new RpcError(ErrorCode.PARSE_ERROR, "Parse error: " + e.getMessage()), null);
        }
        if (e.reason() == JsonException.JsonErrorReason.LIMIT) {
            onLimitExceeded.run();
        }
        if (isResponse(e.memberNames())) {
            return malformedResponse(e.getMessage(), e.intactMembers().get("id"));
        }
        // After a limit was exceeded, the rest was not read and may contain an id.
        boolean complete = e.reason() == JsonException.JsonErrorReason.DUPLICATE_NAME;
        boolean notification = complete && isNotification(e.memberNames(), e.intactMembers());
        RequestId id = RequestId.fromJsonOrNull(e.intactMembers().get("id"));
        boolean hasMethod = e.memberNames().contains("method");
        return new InvalidMessage(invalidRequestError(e.getMessage()), id, notification, hasMethod);
    }

    private MessageReadResult readBatch(List<Json> elements) {
        if (elements.size() > maxBatch) {
            return reportLimitAndReject("Batch of more than " + maxBatch + " messages (limit: batchMessages)");
        }
        List<MessageReadResult> parts = new ArrayList<>(elements.size());
        for (Json element : elements) {
            parts.add(readMessage(element));
        }
        return new MessageReadResult.MessageBatch(List.copyOf(parts));
    }

    private MessageReadResult readMessage(Json value) {
        if (!value.isObject()) {
            return reject("A message is an object, not " + value.kind().displayName());
        }
        MessageReadResult exact = readMessage(value.members());
        return exact instanceof ValidMessage ? exact : repairIfAllowed(value.members(), exact);
    }

    /** Returns the repaired message if it can be repaired and the policy accepts it, otherwise the given result. */
    private MessageReadResult repairIfAllowed(Map<String, Json> members, MessageReadResult rejected) {
        if (leniency == LeniencyPolicy.NONE) {
            return rejected;
        }
        MessageRepair repair = MessageRepair.repair(members);
        if (repair.describeChanges().isEmpty()) {
            return rejected;
        }
        MessageReadResult repaired = readMessage(repair.members);
        boolean accepted = repaired instanceof ValidMessage
                && leniency.allows(LeniencyPolicy.ProtocolCheck.MESSAGE_FORMAT, repair.describeChanges());
        return accepted ? repaired : rejected;
    }

    private MessageReadResult readMessage(Map<String, Json> members) {
        Json id = members.get("id");
        Json method = members.get("method");
        boolean hasOutcome = members.containsKey("result") || members.containsKey("error");
        String version = findVersionProblem(members.get("jsonrpc"));
        if (method == null && hasOutcome) {
            return version == null ? ResponseReader.read(members) : malformedResponse(version, id);
        }
        Json params = members.get("params");
        String problem = version == null ? findCallProblemAndReportLimit(method, hasOutcome, id, params) : version;
        if (problem != null) {
            boolean notification = isNotification(members.keySet(), members);
            return new InvalidMessage(
                    invalidRequestError(problem), RequestId.fromJsonOrNull(id), notification, method != null);
        }
        String name = Objects.requireNonNull(Objects.requireNonNull(method).string());
        return new ValidMessage(
                id == null ? new Notification(name, params) : new Request(new RequestId(id), name, params));
    }

    /** Without a method, but with a result or an error, it is meant as a response, which never gets a response. */
    private static boolean isResponse(Set<String> names) {
        return !names.contains("method") && (names.contains("result") || names.contains("error"));
    }

    /** Returns whether the members have the form of a notification, even if the message is otherwise invalid. */
    private static boolean isNotification(Set<String> names, Map<String, Json> members) {
        Json method = members.get("method");
        return !names.contains("id")
                && VERSION.equals(members.get("jsonrpc"))
                && method != null
                && method.kind() == JsonKind.STRING;
    }

    private static @Nullable String findVersionProblem(@Nullable Json version) {
        if (version == null) {
            return "jsonrpc: required, must be \"2.0\"";
        }
        return version.equals(VERSION) ? null : "jsonrpc: must be the string \"2.0\", got " + describe(version);
    }

    /** Returns why this is not a request or notification, or null; also reports an exceeded limit. */
    private @Nullable String findCallProblemAndReportLimit(
            @Nullable Json method, boolean hasOutcome, @Nullable Json id, @Nullable Json params) {
        if (method == null) {
            return "method: required in a request, or result or error in a response";
        }
        if (method.kind() != JsonKind.STRING) {
            return "method: must be a string, got " + describe(method);
        }
        if (hasOutcome) {
            return "method: not together with result or error";
        }
        if (id != null && !RequestId.isValid(id)) {
            return "id: must be a string or an integer, got " + describe(id);
        }
        if (isMethodOrIdTooLong(method) || id != null && isMethodOrIdTooLong(id)) {
            onLimitExceeded.run();
            return (isMethodOrIdTooLong(method) ? "method" : "id") + ": at most "
                    + json.limits().nameChars() + " bytes (limit: json.nameChars)";
        }
        return params == null || params.isObject() ? null : "params: must be an object, got " + describe(params);
    }

    private boolean isMethodOrIdTooLong(Json name) {
        return name.sizeInBytes() - QUOTE_CHARS > json.limits().nameChars();
    }

    private static MessageReadResult.MalformedResponse malformedResponse(String problem, @Nullable Json id) {
        return new MessageReadResult.MalformedResponse(problem, RequestId.fromJsonOrNull(id));
    }

    private InvalidMessage reportLimitAndReject(String problem) {
        onLimitExceeded.run();
        return reject(problem);
    }

    private static InvalidMessage reject(String problem) {
        return new InvalidMessage(invalidRequestError(problem), null);
    }

    private static RpcError invalidRequestError(String problem) {
        return new RpcError(ErrorCode.INVALID_REQUEST, "Invalid request: " + problem);
    }

    private static String describe(Json value) {
        return switch (value.kind()) {
            case STRING -> Excerpts.quote(value.string());
            case NUMBER ->
                "number "
                        + (value.sizeInBytes() <= 20 ? value.toString() : "of " + value.sizeInBytes() + " characters");
            default -> value.kind().displayName();
        };
    }
}
