package dev.tenon.conformance;

import dev.tenon.json.Json;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.SamplingMessage;
import dev.tenon.server.Answer;
import dev.tenon.server.Ask;
import dev.tenon.server.Call;
import dev.tenon.server.ServerBuilder;

/** Tools that ask one thing: the model behind the client, or its user. */
final class AskingTools {
    private static final int MAX_TOKENS = 100;

    private AskingTools() {}

    static void addTo(ServerBuilder server) {
        server.tool("test_sampling")
                .description("Asks the client's model")
                .inputSchema(Forms.one("prompt", "string"))
                .handler((input, call) -> "LLM response: " + sample(call, "completion", text(input, "prompt")))
                .tool("test_elicitation")
                .description("Asks the user for a name and an address")
                .inputSchema(Forms.one("message", "string"))
                .handler((input, call) -> {
                    Answer<Json> answer = call.ask("user", Ask.form(text(input, "message"), Forms.USER));
                    return "User response: " + answer.action().wireName() + ", " + content(answer);
                })
                .tool("test_elicitation_sep1034_defaults")
                .description("Asks the user with a form whose fields have defaults")
                .handler((input, call) -> elicit(call, "Please review your details", Forms.DEFAULTS))
                .tool("test_elicitation_sep1330_enums")
                .description("Asks the user with a form of choices")
                .handler((input, call) -> elicit(call, "Please choose", Forms.CHOICES))
                .tool("test_missing_capability")
                .description("Needs a client that can sample")
                .handler((input, call) -> {
                    sample(call, "completion", "Say hello");
                    return "Success";
                })
                .tool("test_streaming_elicitation")
                .description("Asks the user for a name")
                .handler((input, call) -> {
                    Ask<Json> name = Ask.form("What is your name?", Forms.one("name", "string"));
                    return "Hello, " + text(call.ask("user_name", name).orElseDecline(), "name") + "!";
                });
    }

    private static String sample(Call call, String key, String prompt) {
        Answer<CreateMessageResult> answer = call.ask(key, completion(prompt, MAX_TOKENS));
        return answer.orElseDecline().text();
    }

    private static String elicit(Call call, String message, Json form) {
        Answer<Json> answer = call.ask("form", Ask.form(message, form));
        return "Elicitation completed: action=" + answer.action().wireName() + ", content=" + content(answer);
    }

    private static Json content(Answer<Json> answer) {
        return answer.value().orElse(Json.EMPTY_OBJECT);
    }

    /** A question to the client's model. */
    static Ask<CreateMessageResult> completion(String prompt, int maxTokens) {
        return Ask.sample(CreateMessage.of(maxTokens, SamplingMessage.user(prompt)));
    }

    /** A text that the schema says is there. */
    static String text(Json object, String name) {
        Json value = object.get(name);
        return value == null || value.string() == null ? "" : value.string();
    }
}
