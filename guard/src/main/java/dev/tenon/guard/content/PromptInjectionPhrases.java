package dev.tenon.guard.content;

import java.util.List;

/** The phrases of {@link PromptInjectionDetector}. */
final class PromptInjectionPhrases {
    private static final String INSTRUCTION_NOUNS =
            "instruction|instructions|prompt|prompts|rules|rule|guidelines|directives|directions|constraints|restrictions|policies";
    private static final String TELL_VERBS =
            "tell|telling|inform|informing|mention|mentioning|notify|notifying|alert|alerting|reveal|revealing|disclose|disclosing|show|showing";

    static final PhraseSet ALL = new PhraseSet(
            List.of(
                    Phrase.parse(
                            "instructions.override",
                            "ignore|disregard|forget|override|bypass|discard ?all ?any ?of ?the ?your ?my ?these"
                                    + " previous|prior|earlier|above|preceding|foregoing|existing|original|initial|system ?safety ?system "
                                    + INSTRUCTION_NOUNS),
                    Phrase.parse(
                            "instructions.override",
                            "ignore|disregard|forget all|any|your ?of ?the ?your " + INSTRUCTION_NOUNS),
                    Phrase.parse(
                            "instructions.override",
                            "ignore|disregard|forget everything ?that ?you ?were ?have ?been above|before|told|said"),
                    Phrase.parse(
                            "instructions.secrecy",
                            "not|never|dont|without ?ever " + TELL_VERBS
                                    + " ?this ?it ?that ?anything ?about ?this ?to ?the user|users|human|anyone|anybody"),
                    Phrase.parse(
                            "instructions.secrecy",
                            "keep|hide|conceal this|it ?a ?secret|hidden from ?the user|users|human"),
                    Phrase.parse("instructions.role", "you are now|henceforth a|an|in|the|no|free|unrestricted|dan"),
                    Phrase.parse("instructions.role", "from now on ?you are|must|will|shall|should"),
                    Phrase.parse(
                            "instructions.role",
                            "enter|enable|activate|switch ?to ?into developer|god|admin|debug|jailbreak|dan mode"),
                    Phrase.parse("instructions.role", "new|real|updated|revised system prompt|instructions|message"),
                    Phrase.parse(
                            "instructions.steering",
                            "before ?you using|use|calling|call|invoking|invoke|running|run any|all ?of ?the ?other tool|tools"),
                    Phrase.parse(
                            "instructions.steering",
                            "before ?you using|use|calling|call|invoking|invoke ?any ?all ?the other tool|tools"),
                    Phrase.parse("instructions.steering", "instead of ?using ?calling ?any ?the other tool|tools"),
                    Phrase.parse(
                            "instructions.steering",
                            "must|always ?always ?first call|use|invoke|run this tool first|before"),
                    Phrase.parse("instructions.steering", "never|not|dont use|call|invoke any|the other tool|tools"),
                    Phrase.parse(
                            "instructions.exfiltration",
                            "send|upload|forward|post|email|exfiltrate|transmit|leak|append|attach|include|pass"
                                    + " ..4 conversation|credentials|secrets|passwords|id_rsa|ssh|cookies ..4 to|as|in|into|via")));

    private PromptInjectionPhrases() {}
}
