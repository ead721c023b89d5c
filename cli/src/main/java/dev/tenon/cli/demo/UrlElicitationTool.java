package dev.tenon.cli.demo;

import dev.tenon.server.call.CallContext;
import dev.tenon.server.call.ClientInputRequest;
import dev.tenon.server.call.ClientInputResponse;
import dev.tenon.server.feature.ToolSpec;
import java.net.URI;

/** Sends the user to a web page, for data that must not pass through the client, such as passwords. */
final class UrlElicitationTool {
    private static final URI PAGE = URI.create("https://example.com/connect");

    private UrlElicitationTool() {}

    static ToolSpec spec() {
        return ToolSpec.builder("visit")
                .title("Visit a page")
                .description("Asks the user to open a web page.")
                .handler((nothing, call) -> requestPageVisit(call));
    }

    private static String requestPageVisit(CallContext call) {
        ClientInputResponse<?> response = call.requestInput(
                "page", ClientInputRequest.url("Please open this page to connect your account.", PAGE));
        return switch (response.action()) {
            case ACCEPT -> "The user agreed to open the page. The page shows the result.";
            case DECLINE -> "The user does not want to open the page.";
            case CANCEL -> "The user closed the request.";
        };
    }
}
