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
import org.jspecify.annotations.Nullable;

/**
 * Puts a message right that is not exact, as far as it has one meaning only. What it leaves as it is may still be
 * wrong: whoever uses it looks at the message again.
 */
final class MessageRepair {
    private static final Set<String> VERSION_TWO = Set.of("2", "2.0", "\"2\"");
    private static final String NO_MESSAGE = "The error came without a message";

    private final Map<String, Json> members;
    private final List<String> changes = new ArrayList<>();

    private MessageRepair(Map<String, Json> members) {
        this.members = new LinkedHashMap<>(members);
    }

    /** These members of a message, put right. */
    static MessageRepair repair(Map<String, Json> members) {
        MessageRepair mending = new MessageRepair(members);
        mending.repairVersion();
        if (members.get("method") != null) {
            mending.repairCall();
        } else {
            mending.repairResponse();
        }
        return mending;
    }

    Map<String, Json> members() {
        return members;
    }

    /** What was changed, in words; empty for nothing. */
    String changes() {
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
            replaceMember("result", Json.EMPTY_OBJECT, "null taken as {}");
        }
        Json left = members.get("error");
        if (left != null && left.isObject()) {
            repairError(left);
        }
    }

    private void repairError(Json error) {
        Json mended = error;
        Json code = error.get("code");
        BigDecimal number = code == null ? null : code.number();
        if (number != null && !Objects.requireNonNull(code).isIntegerText() && isSmallInteger(number)) {
            mended = mended.withMember("code", Json.of(number.intValueExact()));
            changes.add("error.code: " + code + " taken as an integer");
        }
        Json message = error.get("message");
        if (message == null || message.isNull()) {
            mended = mended.withMember("message", Json.of(NO_MESSAGE));
            changes.add("error.message: added");
        }
        members.put("error", mended);
    }

    /** A tiny or huge exponent is not expanded to find that out. */
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

    private void replaceMember(String name, @Nullable Json value, String how) {
        members.put(name, Objects.requireNonNull(value));
        changes.add(name + ": " + how);
    }
}
