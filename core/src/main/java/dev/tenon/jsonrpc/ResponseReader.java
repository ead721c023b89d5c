package dev.tenon.jsonrpc;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Parses the members of a response. */
final class ResponseReader {
    private ResponseReader() {}

    static MessageReadResult read(Map<String, Json> members) {
        Json idMember = members.get("id");
        RequestId id = RequestId.fromJsonOrNull(idMember);
        String problem = findProblem(members, idMember, id);
        if (problem != null) {
            return new MessageReadResult.MalformedResponse(problem, id);
        }
        Json result = members.get("result");
        if (result != null) {
            return new MessageReadResult.ValidMessage(new Response.Success(Objects.requireNonNull(id), result));
        }
        return new MessageReadResult.ValidMessage(
                new Response.Failure(id, readError(Objects.requireNonNull(members.get("error")))));
    }

    private static @Nullable String findProblem(
            Map<String, Json> members, @Nullable Json idMember, @Nullable RequestId id) {
        Json result = members.get("result");
        Json error = members.get("error");
        if (result != null && error != null) {
            return "both result and error";
        }
        if (idMember != null && !idMember.isNull() && id == null) {
            return "id: must be a string or an integer";
        }
        if (result != null) {
            if (id == null) {
                return "id: required with a result";
            }
            return result.isObject() ? null : "result: must be an object";
        }
        return error == null ? "neither result nor error" : findErrorProblem(error);
    }

    private static @Nullable String findErrorProblem(Json error) {
        Json code = error.get("code");
        if (code == null || !code.isIntegerText() || !isInt(Objects.requireNonNull(code.number()))) {
            return "error.code: must be an integer of at most 32 bits";
        }
        Json message = error.get("message");
        return message == null || message.kind() != JsonKind.STRING ? "error.message: must be a string" : null;
    }

    private static boolean isInt(BigDecimal number) {
        return number.compareTo(BigDecimal.valueOf(number.intValue())) == 0;
    }

    private static RpcError readError(Json error) {
        int code = Objects.requireNonNull(
                        Objects.requireNonNull(error.get("code")).number())
                .intValue();
        String message = Objects.requireNonNull(
                Objects.requireNonNull(error.get("message")).string());
        return new RpcError(code, message, error.get("data"));
    }
}
