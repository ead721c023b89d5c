package dev.tenon.conformance;

import static dev.tenon.conformance.AskingTools.completion;

import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.Root;
import dev.tenon.server.Answers;
import dev.tenon.server.Ask;
import dev.tenon.server.Call;
import dev.tenon.server.ServerBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tools that ask in one round or in several. The keys are what the suite looks for in {@code inputRequests} of 2026-07-28;
 * on a session the same handlers ask by requests of their own.
 */
final class RoundTools {
    private static final String PREFIX = "test_input_required_result_";
    private static final int SHORT = 50;
    private static final int LONG = 100;

    private RoundTools() {}

    static void addTo(ServerBuilder server) {
        server.tool(PREFIX + "elicitation")
                .description("Asks the user for a name")
                .handler((input, call) -> "Hello, " + name(call, "user_name", "What is your name?") + "!")
                .tool(PREFIX + "sampling")
                .description("Asks the client's model for a capital")
                .handler((input, call) -> call.ask(
                                "capital_question", completion("What is the capital of France?", LONG))
                        .orElseDecline()
                        .text())
                .tool(PREFIX + "list_roots")
                .description("Asks the client for its roots")
                .handler((input, call) ->
                        "Roots: " + names(call.ask("client_roots", Ask.roots()).orElseDecline()))
                .tool(PREFIX + "request_state")
                .description("Asks the user to confirm, and remembers by requestState that it asked")
                .handler((input, call) -> "state-ok, confirmed: " + confirm(call))
                .tool(PREFIX + "multiple_inputs")
                .description("Asks the user, the model and for the roots in one round")
                .handler((input, call) -> askThree(call))
                .tool(PREFIX + "multi_round")
                .description("Asks for a name, and when it has that, for a color")
                .handler((input, call) -> {
                    String name = name(call, "step1", "Step 1: What is your name?");
                    Ask<Forms.Color> color = Ask.form("Step 2: What is your favorite color?", Forms.Color.class);
                    return name + " likes "
                            + call.ask("step2", color).orElseDecline().color();
                })
                .tool(PREFIX + "tampered_state")
                .description("Asks the user to confirm; a changed requestState is refused")
                .handler((input, call) -> "Confirmed: " + confirm(call))
                .tool(PREFIX + "capabilities")
                .description("Asks only what the client can answer")
                .handler((input, call) -> askWhatIsPossible(call));
    }

    private static String name(Call call, String key, String message) {
        return call.ask(key, Ask.form(message, Forms.Name.class))
                .orElseDecline()
                .name();
    }

    private static boolean confirm(Call call) {
        return call.ask("confirm", Ask.form("Please confirm", Forms.Confirmation.class))
                .orElseDecline()
                .ok();
    }

    private static String askThree(Call call) {
        Ask<Forms.Name> name = Ask.form("What is your name?", Forms.Name.class);
        Ask<CreateMessageResult> greeting = completion("Generate a greeting", SHORT);
        Ask<List<Root>> roots = Ask.roots();
        Answers answers = call.askAll(Map.of("user_name", name, "greeting", greeting, "client_roots", roots));
        return answers.to(greeting).orElseDecline().text() + ", "
                + answers.to(name).orElseDecline().name() + " at "
                + names(answers.to(roots).orElseDecline());
    }

    private static String askWhatIsPossible(Call call) {
        Map<String, Ask<?>> possible = new LinkedHashMap<>();
        possible.put("elicit_input", Ask.form("Please enter a value", Forms.Value.class));
        possible.put("sample_input", completion("Sample request", SHORT));
        possible.values().removeIf(ask -> !call.canAsk(ask));
        if (possible.isEmpty()) {
            return "This client can be asked nothing";
        }
        call.askAll(possible);
        return "Answered: " + String.join(", ", possible.keySet());
    }

    private static String names(List<Root> roots) {
        return String.join(", ", roots.stream().map(Root::uri).toList());
    }
}
