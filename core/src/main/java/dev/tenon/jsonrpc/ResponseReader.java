package dev.tenon.jsonrpc;

import static java.util.Objects.requireNonNull;

import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import java.math.BigDecimal;
import java.util.Map;
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
        return new MessageReadResult.ValidMessage(
                result == null
                        ? new Response.Failure(id, readError(requireNonNull(members.get("error"))))
                        : new Response.Success(requireNonNull(id), result));
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
        if (code == null || !code.isIntegerText() || !isInt(requireNonNull(code.number()))) {
            return "error.code: must be an integer of at most 32 bits";
        }
        Json message = error.get("message");
        return message == null || message.kind() != JsonKind.STRING ? "error.message: must be a string" : null;
    }

    private static boolean isInt(BigDecimal number) {
        return number.compareTo(BigDecimal.valueOf(number.intValue())) == 0;
    }

    private static RpcError readError(Json error) {
        BigDecimal code = requireNonNull(requireNonNull(error.get("code")).number());
        return new RpcError(code.intValue(), requireNonNull(error.string("message")), error.get("data"));
    }
}
