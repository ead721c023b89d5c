package dev.tenon.conformance;

import dev.tenon.json.Json;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.SamplingMessage;
import dev.tenon.schema.Description;
import dev.tenon.server.Answer;
import dev.tenon.server.Ask;
import dev.tenon.server.Call;
import dev.tenon.server.ServerBuilder;

/** Tools that ask one thing: the model behind the client, or its user. */
final class AskingTools {
    private static final int MAX_TOKENS = 100;

    private AskingTools() {}

    private record Sampling(
            @Description("What to ask the model") String prompt) {}

    private record Elicitation(
            @Description("What to tell the user") String message) {}

    static void addTo(ServerBuilder server) {
        server.tool("test_sampling")
                .description("Asks the client's model")
                .input(Sampling.class)
                .handler((input, call) -> "LLM response: " + sample(call, input.prompt()))
                .tool("test_elicitation")
                .description("Asks the user for a name and an address")
                .input(Elicitation.class)
                .handler((input, call) -> {
                    Answer<Forms.User> user = call.ask("user", Ask.form(input.message(), Forms.User.class));
                    return "User response: " + user.action().wireName() + ", " + content(user);
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
                    sample(call, "Say hello");
                    return "Success";
                })
                .tool("test_streaming_elicitation")
                .description("Asks the user for a name")
                .handler((input, call) -> "Hello, "
                        + call.ask("user_name", Ask.form("What is your name?", Forms.Name.class))
                                .orElseDecline()
                                .name()
                        + "!");
    }

    private static String sample(Call call, String prompt) {
        return call.ask("completion", completion(prompt, MAX_TOKENS))
                .orElseDecline()
                .text();
    }

    private static String elicit(Call call, String message, Json form) {
        Answer<Json> answer = call.ask("form", Ask.form(message, form));
        return "Elicitation completed: action=" + answer.action().wireName() + ", content=" + content(answer);
    }

    private static Json content(Answer<?> answer) {
        return answer.value().map(Json::of).orElse(Json.EMPTY_OBJECT);
    }

    /** A question to the client's model. */
    static Ask<CreateMessageResult> completion(String prompt, int maxTokens) {
        return Ask.sample(CreateMessage.of(maxTokens, SamplingMessage.user(prompt)));
    }
}
