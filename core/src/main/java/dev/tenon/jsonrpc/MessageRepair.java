package dev.tenon.jsonrpc;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Repairs a message that violates the protocol but has a single possible meaning. The result may still be invalid, so
 * the caller must check it again.
 */
final class MessageRepair {
    private static final Set<String> VERSION_TWO = Set.of("2", "2.0", "\"2\"");
    private static final String NO_MESSAGE = "Error without a message";

    final Map<String, Json> members;
    private final List<String> changes = new ArrayList<>();

    private MessageRepair(Map<String, Json> members) {
        this.members = new LinkedHashMap<>(members);
    }

    /** Repairs the members of a message. */
    static MessageRepair repair(Map<String, Json> members) {
        MessageRepair repair = new MessageRepair(members);
        repair.repairVersion();
        if (members.get("method") != null) {
            repair.repairCall();
        } else {
            repair.repairResponse();
        }
        return repair;
    }

    /** Returns a description of the changes; empty if there are none. */
    String describeChanges() {
        return String.join("; ", changes);
    }

    private void repairVersion() {
        Json version = members.get("jsonrpc");
        if (version == null || version.isNull() || VERSION_TWO.contains(version.toString())) {
            members.put("jsonrpc", Json.of("2.0"));
            changes.add("jsonrpc: taken as \"2.0\"");
        }
    }

    private void repairCall() {
        removeIfNull("result");
        removeIfNull("error");
        Json params = members.get("params");
        if (params != null && (params.isNull() || isEmptyArray(params))) {
            removeMember("params", params.isNull() ? "null" : "an empty array");
        }
        Json method = members.get("method");
        String name = method == null ? null : method.string();
        if (name != null && name.startsWith("notifications/")) {
            removeIfNull("id");
        }
    }

    private void repairResponse() {
        Json result = members.get("result");
        Json error = members.get("error");
        if (result != null && error != null) {
            removeIfNull(error.isNull() ? "error" : "result");
        } else if (result != null && result.isNull()) {
            members.put("result", Json.EMPTY_OBJECT);
            changes.add("result: null taken as {}");
        }
        Json remaining = members.get("error");
        if (remaining != null && remaining.isObject()) {
            repairError(remaining);
        }
    }

    private void repairError(Json error) {
        Json repaired = error;
        Json code = error.get("code");
        BigDecimal number = code == null ? null : code.number();
        if (number != null && !Objects.requireNonNull(code).isIntegerText() && isSmallInteger(number)) {
            repaired = repaired.withMember("code", Json.of(number.intValueExact()));
            changes.add("error.code: " + code + " taken as an integer");
        }
        Json message = error.get("message");
        if (message == null || message.isNull()) {
            repaired = repaired.withMember("message", Json.of(NO_MESSAGE));
            changes.add("error.message: added");
        }
        members.put("error", repaired);
    }

    /** Compares scales first: a very large exponent must not be expanded. */
    private static boolean isSmallInteger(BigDecimal number) {
        return number.precision() - number.scale() <= 10
                && number.scale() <= 10
                && number.stripTrailingZeros().scale() <= 0
                && number.abs().compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0;
    }

    private static boolean isEmptyArray(Json value) {
        return value.kind() == JsonKind.ARRAY && value.elements().isEmpty();
    }

    private void removeIfNull(String name) {
        Json value = members.get(name);
        if (value != null && value.isNull()) {
            removeMember(name, "null");
        }
    }

    private void removeMember(String name, String was) {
        members.remove(name);
        changes.add(name + ": " + was + " left out");
    }
}
