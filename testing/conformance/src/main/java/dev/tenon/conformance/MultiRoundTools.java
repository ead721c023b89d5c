package dev.tenon.conformance;

import static dev.tenon.conformance.ClientRequestTools.samplingRequest;

import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.Root;
import dev.tenon.server.ServerBuilder;
import dev.tenon.server.call.CallContext;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.call.ClientInputResponses;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tools that request input in one round or in several. The suite expects these keys in {@code inputRequests} of
 * 2026-07-28; in a session the same handlers send requests to the client.
 */
final class MultiRoundTools {
    private static final String PREFIX = "test_input_required_result_";
    private static final int SHORT_MAX_TOKENS = 50;
    private static final int LONG_MAX_TOKENS = 100;

    private MultiRoundTools() {}

    static void addTo(ServerBuilder server) {
        server.tool(PREFIX + "elicitation")
                .description("Asks the user for a name")
                .handler((input, call) -> "Hello, " + askName(call, "user_name", "What is your name?") + "!")
                .tool(PREFIX + "sampling")
                .description("Asks the client's model for a capital")
                .handler((input, call) -> call.requestInput(
                                "capital_question", samplingRequest("What is the capital of France?", LONG_MAX_TOKENS))
                        .orElseThrow()
                        .text())
                .tool(PREFIX + "list_roots")
                .description("Asks the client for its roots")
                .handler((input, call) -> "Roots: "
                        + names(call.requestInput("client_roots", ClientInputRequest.roots())
                                .orElseThrow()))
                .tool(PREFIX + "request_state")
                .description("Asks the user to confirm, and remembers by requestState that it asked")
                .handler((input, call) -> "state-ok, confirmed: " + askConfirmation(call))
                .tool(PREFIX + "multiple_inputs")
                .description("Asks the user, the model and for the roots in one round")
                .handler((input, call) -> askThree(call))
                .tool(PREFIX + "multi_round")
                .description("Asks for a name, and when it has that, for a color")
                .handler((input, call) -> {
                    String name = askName(call, "step1", "Step 1: What is your name?");
                    ClientInputRequest<FormSchemas.Color> color =
                            ClientInputRequest.form("Step 2: What is your favorite color?", FormSchemas.Color.class);
                    return name + " likes "
                            + call.requestInput("step2", color).orElseThrow().color();
                })
                .tool(PREFIX + "tampered_state")
                .description("Asks the user to confirm; a changed requestState is refused")
                .handler((input, call) -> "Confirmed: " + askConfirmation(call))
                .tool(PREFIX + "capabilities")
                .description("Asks only what the client can answer")
                .handler((input, call) -> askWithinCapabilities(call));
    }

    private static String askName(CallContext call, String key, String message) {
        return call.requestInput(key, ClientInputRequest.form(message, FormSchemas.Name.class))
                .orElseThrow()
                .name();
    }

    private static boolean askConfirmation(CallContext call) {
        return call.requestInput("confirm", ClientInputRequest.form("Please confirm", FormSchemas.Confirmation.class))
                .orElseThrow()
                .ok();
    }

    private static String askThree(CallContext call) {
        ClientInputRequest<FormSchemas.Name> name =
                ClientInputRequest.form("What is your name?", FormSchemas.Name.class);
        ClientInputRequest<CreateMessageResult> greeting = samplingRequest("Generate a greeting", SHORT_MAX_TOKENS);
        ClientInputRequest<List<Root>> roots = ClientInputRequest.roots();
        ClientInputResponses responses =
                call.requestInputs(Map.of("user_name", name, "greeting", greeting, "client_roots", roots));
        return responses.get(greeting).orElseThrow().text() + ", "
                + responses.get(name).orElseThrow().name() + " at "
                + names(responses.get(roots).orElseThrow());
    }

    private static String askWithinCapabilities(CallContext call) {
        Map<String, ClientInputRequest<?>> requests = new LinkedHashMap<>();
        requests.put("elicit_input", ClientInputRequest.form("Please enter a value", FormSchemas.Value.class));
        requests.put("sample_input", samplingRequest("Sample request", SHORT_MAX_TOKENS));
        requests.values().removeIf(request -> !call.canRequestInput(request));
        if (requests.isEmpty()) {
            return "This client supports no input requests";
        }
        call.requestInputs(requests);
        return "Answered: " + String.join(", ", requests.keySet());
    }

    private static String names(List<Root> roots) {
        return String.join(", ", roots.stream().map(Root::uri).toList());
    }
}
