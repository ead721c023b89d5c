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
 * Asks the client's model, and lets it use a tool on the way: the model asks for a roll, gets its number, and is asked
 * again, until it answers in words. Each question has a key of its own; a roll stands in {@code once}, so that it is
 * the same number when the handler runs again with the next answer.
 */
final class DiceTool {
    private static final int MAX_ROUNDS = 5;
    private static final int MAX_TOKENS = 200;
    private static final Tool ROLL = Tool.of("roll").withDescription("Rolls a die of six sides");

    private DiceTool() {}

    static ToolSpec spec() {
        return ToolSpec.builder("dice")
                .title("Have the model roll dice")
                .description("Asks the client's model to roll two dice and to tell what came up.")
                .handler((nothing, call) -> rollDice(call));
    }

    private static String rollDice(CallContext call) throws Exception {
        List<SamplingMessage> talk = new ArrayList<>();
        talk.add(SamplingMessage.user("Roll two dice with the tool 'roll' and tell me the sum."));
        for (int round = 1; round <= MAX_ROUNDS; round++) {
            CreateMessageResult said = call.requestInput(
                            "round-" + round, ClientInputRequest.sampling(createRequest(talk)))
                    .orElseThrow();
            List<SamplingContent> rolls = executeRolls(said, round, call);
            if (rolls.isEmpty()) {
                return said.text();
            }
            talk.add(SamplingMessage.assistant(said.content().toArray(SamplingContent[]::new)));
            talk.add(SamplingMessage.user(rolls.toArray(SamplingContent[]::new)));
        }
        throw new ToolErrorException("The model was still rolling after " + MAX_ROUNDS + " rounds.");
    }

    private static CreateMessage createRequest(List<SamplingMessage> talk) {
        return CreateMessage.of(MAX_TOKENS, talk.toArray(SamplingMessage[]::new))
                .withSystemPrompt("Be brief.")
                .withTools(List.of(ROLL), ToolChoice.AUTO);
    }

    /** A result for each roll that the model asked for. */
    private static List<SamplingContent> executeRolls(CreateMessageResult said, int round, CallContext call)
            throws Exception {
        List<SamplingContent> results = new ArrayList<>();
        for (SamplingContent content : said.content()) {
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
