package dev.tenon.cli.demo;

import dev.tenon.model.CreateMessage;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.SamplingMessage;
import dev.tenon.schema.annotation.Description;
import dev.tenon.schema.annotation.NumberRange;
import dev.tenon.schema.annotation.Title;
import dev.tenon.server.call.CallContext;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.call.ClientInputResponses;
import dev.tenon.server.feature.ToolSpec;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Sends several input requests in one round, and one more afterwards. In revision 2026-07-28 the handler runs again
 * from its beginning for each round of responses, so {@code computeOnce} keeps the fare: the user agrees to the price
 * that is booked.
 */
final class PlanTripTool {
    private static final int MAX_TOKENS = 100;

    record Trip(@Description("Where to") String city) {}

    record Travellers(
            @Title("Travellers") @NumberRange(min = 1, max = 9)
            int number) {}

    record Agreement(@Title("Book it") boolean agreed) {}

    private PlanTripTool() {}

    static ToolSpec spec() {
        return ToolSpec.builder("plan_trip")
                .title("Plan a trip")
                .description("Plans a trip: asks the user who comes along and the model for an idea, then for consent.")
                .input(Trip.class)
                .handler(PlanTripTool::plan);
    }

    private static String plan(Trip trip, CallContext call) throws Exception {
        int fare = call.computeOnce(
                "fare", Integer.class, () -> RandomGenerator.getDefault().nextInt(20, 100));

        ClientInputRequest<Travellers> who =
                ClientInputRequest.form("How many of you go to " + trip.city() + "?", Travellers.class);
        ClientInputRequest<CreateMessageResult> idea = ClientInputRequest.sampling(CreateMessage.of(
                MAX_TOKENS, SamplingMessage.user("In one sentence: what to see in " + trip.city() + "?")));
        ClientInputResponses responses = call.requestInputs(Map.of("who", who, "idea", idea));
        int price = fare * responses.get(who).orElseThrow().number();

        ClientInputRequest<Agreement> consent =
                ClientInputRequest.form("That is " + price + " euros. Shall I book?", Agreement.class);
        boolean agreed = call.requestInput("consent", consent).orElseThrow().agreed();

        String tip = responses.get(idea).orElseThrow().text();
        return (agreed ? "Booked for " : "Not booked: ") + price + " euros. " + tip;
    }
}
