package dev.tenon.cli.demo;

import dev.tenon.model.CreateMessage;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.SamplingMessage;
import dev.tenon.schema.Description;
import dev.tenon.schema.Range;
import dev.tenon.schema.Title;
import dev.tenon.server.Answers;
import dev.tenon.server.Ask;
import dev.tenon.server.Call;
import dev.tenon.server.ToolSpec;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Asks several things in one round, and another one after it. With 2026-07-28 the handler runs again from its beginning
 * whenever answers come in, so the fare stands in {@code once}: the user is shown the price that is booked in the end.
 */
final class PlanTripTool {
    private static final int MOST_TOKENS = 100;

    record Trip(@Description("Where to") String city) {}

    record Travellers(
            @Title("Travellers") @Range(min = 1, max = 9) int number) {}

    record Agreement(@Title("Book it") boolean agreed) {}

    private PlanTripTool() {}

    static ToolSpec spec() {
        return ToolSpec.named("plan_trip")
                .title("Plan a trip")
                .description("Plans a trip: asks the user who comes along and the model for an idea, then for consent.")
                .input(Trip.class)
                .handler(PlanTripTool::plan);
    }

    private static String plan(Trip trip, Call call) throws Exception {
        int fare = call.once(
                "fare", Integer.class, () -> RandomGenerator.getDefault().nextInt(20, 100));

        Ask<Travellers> who = Ask.form("How many of you go to " + trip.city() + "?", Travellers.class);
        Ask<CreateMessageResult> idea = Ask.sample(CreateMessage.of(
                MOST_TOKENS, SamplingMessage.user("In one sentence: what to see in " + trip.city() + "?")));
        Answers answers = call.askAll(Map.of("who", who, "idea", idea));
        int price = fare * answers.to(who).orElseDecline().number();

        Ask<Agreement> consent = Ask.form("That is " + price + " euros. Shall I book?", Agreement.class);
        boolean agreed = call.ask("consent", consent).orElseDecline().agreed();

        String tip = answers.to(idea).orElseDecline().text();
        return (agreed ? "Booked for " : "Not booked: ") + price + " euros. " + tip;
    }
}
