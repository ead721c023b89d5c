package dev.tenon.conformance;

import dev.tenon.json.Json;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.SamplingMessage;
import dev.tenon.schema.annotation.Description;
import dev.tenon.server.ServerBuilder;
import dev.tenon.server.call.CallContext;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.call.ClientInputResponse;

/** Tools with one request to the client: for its model or for its user. */
final class ClientRequestTools {
    private static final int MAX_TOKENS = 100;

    private ClientRequestTools() {}

    private record SamplingInput(
            @Description("What to ask the model") String prompt) {}

    private record ElicitationInput(
            @Description("What to tell the user") String message) {}

    static void addTo(ServerBuilder server) {
        server.tool("test_sampling")
                .description("Asks the client's model")
                .input(SamplingInput.class)
                .handler((input, call) -> "LLM response: " + sample(call, input.prompt()))
                .tool("test_elicitation")
                .description("Asks the user for a name and an address")
                .input(ElicitationInput.class)
                .handler((input, call) -> {
                    ClientInputResponse<FormSchemas.User> user =
                            call.requestInput("user", ClientInputRequest.form(input.message(), FormSchemas.User.class));
                    return "User response: " + user.action().wireName() + ", " + content(user);
                })
                .tool("test_elicitation_sep1034_defaults")
                .description("Asks the user with a form whose fields have defaults")
                .handler((input, call) -> elicit(call, "Please review your details", FormSchemas.DEFAULTS))
                .tool("test_elicitation_sep1330_enums")
                .description("Asks the user with a form of choices")
                .handler((input, call) -> elicit(call, "Please choose", FormSchemas.CHOICES))
                .tool("test_missing_capability")
                .description("Needs a client that can sample")
                .handler((input, call) -> {
                    sample(call, "Say hello");
                    return "Success";
                })
                .tool("test_streaming_elicitation")
                .description("Asks the user for a name")
                .handler((input, call) -> "Hello, "
                        + call.requestInput(
                                        "user_name",
                                        ClientInputRequest.form("What is your name?", FormSchemas.Name.class))
                                .orElseThrow()
                                .name()
                        + "!");
    }

    private static String sample(CallContext call, String prompt) {
        return call.requestInput("completion", samplingRequest(prompt, MAX_TOKENS))
                .orElseThrow()
                .text();
    }

    private static String elicit(CallContext call, String message, Json form) {
        ClientInputResponse<Json> response = call.requestInput("form", ClientInputRequest.form(message, form));
        return "Elicitation completed: action=" + response.action().wireName() + ", content=" + content(response);
    }

    private static Json content(ClientInputResponse<?> response) {
        return response.value().map(Json::of).orElse(Json.EMPTY_OBJECT);
    }

    /** Returns a request for the model of the client. */
    static ClientInputRequest<CreateMessageResult> samplingRequest(String prompt, int maxTokens) {
        return ClientInputRequest.sampling(CreateMessage.of(maxTokens, SamplingMessage.user(prompt)));
    }
}
