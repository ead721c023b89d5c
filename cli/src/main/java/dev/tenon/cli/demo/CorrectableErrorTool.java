package dev.tenon.cli.demo;

import dev.tenon.model.ToolAnnotations;
import dev.tenon.schema.annotation.Description;
import dev.tenon.schema.annotation.NumberRange;
import dev.tenon.server.feature.ToolErrorException;
import dev.tenon.server.feature.ToolSpec;
import java.time.LocalDate;
import java.time.ZoneId;

/** Checks a rule that a schema cannot express. A {@link ToolErrorException} tells the model how to fix the call. */
final class CorrectableErrorTool {
    record Reservation(
            @Description("The day, which must be in the future")
            LocalDate date,

            @Description("How many people come") @NumberRange(min = 1, max = 12)
            int guests) {}

    private CorrectableErrorTool() {}

    static ToolSpec spec() {
        return ToolSpec.builder("book_table")
                .title("Book a table")
                .description("Books a table in a restaurant that does not exist.")
                .annotations(ToolAnnotations.NONE.withDestructiveHint(false))
                .input(Reservation.class)
                .handler((table, call) -> book(table));
    }

    private static String book(Reservation table) {
        LocalDate today = LocalDate.now(ZoneId.systemDefault());
        if (!table.date().isAfter(today)) {
            throw new ToolErrorException("Dates must be in the future. Today is " + today + ".");
        }
        return "A table for " + table.guests() + " is booked on " + table.date() + ".";
    }
}
