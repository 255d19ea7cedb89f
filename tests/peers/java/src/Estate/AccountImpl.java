package Estate;

public class AccountImpl extends Account implements org.omg.CORBA.portable.StreamableValue {
  public AccountImpl() {
  }

  public AccountImpl(String owner, double amount) {
    name = owner;
    balance = amount;
  }

  public double total() {
    return balance;
  }

  public void pay(double amount) {
    balance += amount;
  }
}
