package dev.tenon.cli.demo;

import dev.tenon.json.Json;
import dev.tenon.model.Content;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.SamplingContent;
import dev.tenon.model.SamplingMessage;
import dev.tenon.model.Tool;
import dev.tenon.model.ToolChoice;
import dev.tenon.model.ToolResultContent;
import dev.tenon.model.ToolUse;
import dev.tenon.server.call.CallContext;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.feature.ToolErrorException;
import dev.tenon.server.feature.ToolSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Requests sampling from the client's model, which can use a tool: it calls {@code roll}, gets a number, and is
 * requested again until it responds with text. Each input request has its own key. {@code computeOnce} keeps the number
 * of a roll when the handler runs again with the next response.
 */
final class SamplingDiceTool {
    private static final int MAX_ROUNDS = 5;
    private static final int MAX_TOKENS = 200;
    private static final Tool ROLL = Tool.of("roll").withDescription("Rolls a die of six sides");

    private SamplingDiceTool() {}

    static ToolSpec spec() {
        return ToolSpec.builder("dice")
                .title("Have the model roll dice")
                .description("Asks the client's model to roll two dice and to tell what came up.")
                .handler((nothing, call) -> rollDice(call));
    }

    private static String rollDice(CallContext call) throws Exception {
        List<SamplingMessage> messages = new ArrayList<>();
        messages.add(SamplingMessage.user("Roll two dice with the tool 'roll' and tell me the sum."));
        for (int round = 1; round <= MAX_ROUNDS; round++) {
            CreateMessageResult response = call.requestInput(
                            "round-" + round, ClientInputRequest.sampling(createRequest(messages)))
                    .orElseThrow();
            List<SamplingContent> rolls = executeRolls(response, round, call);
            if (rolls.isEmpty()) {
                return response.text();
            }
            messages.add(SamplingMessage.assistant(response.content().toArray(SamplingContent[]::new)));
            messages.add(SamplingMessage.user(rolls.toArray(SamplingContent[]::new)));
        }
        throw new ToolErrorException("The model was still rolling after " + MAX_ROUNDS + " rounds.");
    }

    private static CreateMessage createRequest(List<SamplingMessage> messages) {
        return CreateMessage.of(MAX_TOKENS, messages.toArray(SamplingMessage[]::new))
                .withSystemPrompt("Be brief.")
                .withTools(List.of(ROLL), ToolChoice.AUTO);
    }

    /** Returns a result for each roll that the model requested. */
    private static List<SamplingContent> executeRolls(CreateMessageResult response, int round, CallContext call)
            throws Exception {
        List<SamplingContent> results = new ArrayList<>();
        for (SamplingContent content : response.content()) {
            if (content instanceof ToolUse use) {
                String key = "roll-" + round + "-" + results.size();
                int number = call.computeOnce(
                        key, Integer.class, () -> RandomGenerator.getDefault().nextInt(1, 7));
                results.add(ToolResultContent.of(use.id(), Content.text(String.valueOf(number)))
                        .withStructuredContent(Json.of(number)));
            }
        }
        return results;
    }
}
