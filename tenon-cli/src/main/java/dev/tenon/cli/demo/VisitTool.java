package dev.tenon.cli.demo;

import dev.tenon.server.Answer;
import dev.tenon.server.Ask;
import dev.tenon.server.Call;
import dev.tenon.server.ToolSpec;
import java.net.URI;

/** Sends the user to a web page: the way for everything that must not pass through the client, such as passwords. */
final class VisitTool {
    private static final URI PAGE = URI.create("https://example.com/connect");

    private VisitTool() {}

    static ToolSpec spec() {
        return ToolSpec.named("visit")
                .title("Visit a page")
                .description("Asks the user to open a web page.")
                .handler((nothing, call) -> visit(call));
    }

    private static String visit(Call call) {
        Answer<?> answer = call.ask("page", Ask.url("Please open this page to connect your account.", PAGE));
        return switch (answer.action()) {
            case ACCEPT -> "The user agreed to open the page. What happened there, the page has to tell.";
            case DECLINE -> "The user does not want to open the page.";
            case CANCEL -> "The user closed the question.";
        };
    }
}
