package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import java.util.Set;

/** Messages for tests. */
public final class TestMessages {
    private TestMessages() {}

    /** Returns a call of a tool. */
    public static PolicyMessage call(String tool, String arguments) {
        return PolicyMessage.request(
                        "up", "tools/call", Json.parse("{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}"))
                .withTarget(tool, null);
    }

    /** Returns a request with these params. */
    public static PolicyMessage request(String method, String params) {
        return PolicyMessage.request("up", method, Json.parse(params));
    }

    /** Returns the result of a request. */
    public static PolicyMessage result(String method, String result) {
        return request(method, "{}").toResult(Json.parse(result));
    }

    /** Returns a caller with these scopes. */
    public static Caller caller(String name, String... scopes) {
        return new Caller(name, Set.of(scopes));
    }
}
